const Page = () => <p>site</p>;

export default Page;
