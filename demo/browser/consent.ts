/** Grants and revokes consent in a frame, and counts the frame's requests. */
const frame = document.querySelector<HTMLIFrameElement>('#consent');
const inside = () => frame?.contentWindow as (Window & typeof globalThis) | null | undefined;
const asked = document.querySelector('#asked');

document.querySelector('#grant')?.addEventListener('click', () => inside()?.visitorElements.grantConsent());
document.querySelector('#revoke')?.addEventListener('click', () => inside()?.visitorElements.revokeConsent());
frame?.addEventListener('preview', ({ detail: { cost } }) => {
  if (cost && asked) asked.textContent = `${cost.requests} request${cost.requests === 1 ? '' : 's'}`;
});

export {};
