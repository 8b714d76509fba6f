import { resolve } from 'node:path';
import {
  type CallExpression,
  type NewExpression,
  Node,
  type ParameterDeclaration,
  SyntaxKind,
} from 'ts-morph';
import { emptyProject } from './elements.js';
import { path } from './path.js';

/** A message of the source, with `…` for values that are filled in. */
export interface SourceMessage {
  readonly text: string;
  /** Where it is, such as `src/lookup/request.ts`. */
  readonly file: string;
}

type Call = CallExpression | NewExpression;
/** Functions, and which of their parameters are a message. */
type Passing = ReadonlyMap<Node, ReadonlySet<number>>;

const root = path('');

/** What is filled in when the message is made. */
const VALUE = '…';
/** What each message on the console begins with. */
const PREFIX = /^visitor-elements: /;

/** What prints or throws a message, and which argument the message is. Functions of the source that pass one on are found. */
const outlets: ReadonlyMap<string, number> = new Map([
  ['console.warn', 0],
  ['console.error', 0],
  ['Error', 0],
  ['LookupError', 1],
  ['RangeError', 0],
  ['TypeError', 0],
  // A list of them, in `src/model/countries.ts`.
  ['mistakes.push', 0],
]);

/**
 * Every message that files print or throw. Each is followed from there to its words: through constants, conditions,
 * templates, what functions return, and functions that pass on a parameter.
 *
 * @param globs Files, relative to the repository.
 */
export function sourceMessages(...globs: string[]): SourceMessage[] {
  const files = emptyProject().addSourceFilesAtPaths(globs.map((glob) => resolve(root, glob)));
  const calls: Call[] = files.flatMap((file) => [
    ...file.getDescendantsOfKind(SyntaxKind.CallExpression),
    ...file.getDescendantsOfKind(SyntaxKind.NewExpression),
  ]);
  const passing = passingFunctions(calls);
  const found = calls.flatMap((call) => {
    const file = call.getSourceFile().getFilePath().slice(root.length);
    const texts = messagesOf(call, passing).flatMap(textsOf);
    return texts.map((text) => ({ text: text.replace(PREFIX, '').replaceAll(/…+/g, VALUE), file }));
  });
  return [
    ...new Map(
      found.filter(({ text }) => isSentence(text)).map((message) => [message.text, message]),
    ).values(),
  ];
}

/** Three words make a sentence. Fewer are a part of one, or an error that is caught near where it is thrown. */
const isSentence = (text: string) => (text.match(/\p{L}+/gu) ?? []).length > 2;

/** The functions that pass parameters on as messages. Each may be called by others of them. */
function passingFunctions(calls: readonly Call[]): Passing {
  const passing = new Map<Node, Set<number>>();
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const parameter of calls.flatMap((call) => messagesOf(call, passing)).flatMap(parametersOf)) {
      const owner = parameter.getParentOrThrow();
      const index = owner.getChildrenOfKind(SyntaxKind.Parameter).indexOf(parameter);
      const indices = passing.get(owner) ?? new Set();
      isChanged ||= !indices.has(index);
      passing.set(owner, indices.add(index));
    }
  }
  return passing;
}

/** The arguments of a call that are messages. */
function messagesOf(call: Call, passing: Passing): Node[] {
  const callee = call.getExpression();
  const declaration = declarationOf(callee);
  const outlet = outlets.get(callee.getText());
  const indices = (declaration && passing.get(declaration)) ?? (outlet === undefined ? [] : [outlet]);
  return [...indices].flatMap((index) => call.getArguments()[index] ?? []);
}

/** The parameters that are a whole message, or its start or end. */
function parametersOf(message: Node): ParameterDeclaration[] {
  const parts: (Node | undefined)[] = Node.isBinaryExpression(message)
    ? [message.getLeft(), message.getRight()]
    : [message];
  if (Node.isTemplateExpression(message)) {
    const spans = message.getTemplateSpans();
    if (!message.getHead().getLiteralText()) parts.push(spans[0]?.getExpression());
    if (!spans.at(-1)?.getLiteral().getLiteralText()) parts.push(spans.at(-1)?.getExpression());
  }
  return parts
    .map((value) => (Node.isIdentifier(value) ? declarationOf(value) : undefined))
    .filter(Node.isParameterDeclaration);
}

/** What a name was declared as; of a constant, its value. Members are not looked up: that takes all types. */
function declarationOf(name: Node): Node | undefined {
  const symbol = Node.isIdentifier(name) ? name.getSymbol() : undefined;
  const [declaration] = (symbol?.getAliasedSymbol() ?? symbol)?.getDeclarations() ?? [];
  return Node.isVariableDeclaration(declaration) ? declaration.getInitializer() : declaration;
}

/** The texts that an expression may have. */
function textsOf(node: Node | undefined): string[] {
  if (Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node))
    return [node.getLiteralText()];
  if (Node.isParenthesizedExpression(node)) return textsOf(node.getExpression());
  if (Node.isConditionalExpression(node)) return choice([node.getWhenTrue(), node.getWhenFalse()]);
  if (Node.isBinaryExpression(node)) {
    const sides = [node.getLeft(), node.getRight()];
    return node.getOperatorToken().getText() === '+' ? joined(sides.map(textsOf)) : choice(sides);
  }
  if (Node.isTemplateExpression(node)) {
    const spans = node.getTemplateSpans();
    return joined([
      [node.getHead().getLiteralText()],
      ...spans.flatMap((span) => [textsOf(span.getExpression()), [span.getLiteral().getLiteralText()]]),
    ]);
  }
  if (Node.isIdentifier(node)) {
    const declaration = declarationOf(node);
    return Node.isExpression(declaration) && !Node.isIdentifier(declaration) ? textsOf(declaration) : [VALUE];
  }
  if (Node.isCallExpression(node)) return returnedTexts(node);
  return [VALUE];
}

/** The texts of alternatives. */
function choice(alternatives: readonly Node[]): string[] {
  const texts = alternatives.filter((node) => node.getText() !== 'undefined').flatMap(textsOf);
  return [...new Set(texts)];
}

/** The sentences that a function of the source returns. */
function returnedTexts(call: CallExpression): string[] {
  const callee = call.getExpression();
  if (Node.isPropertyAccessExpression(callee) && callee.getName() === 'trim')
    return textsOf(callee.getExpression());
  const declaration = declarationOf(callee);
  const body =
    Node.isArrowFunction(declaration) || Node.isFunctionDeclaration(declaration)
      ? declaration.getBody()
      : undefined;
  const own = (body?.getDescendantsOfKind(SyntaxKind.ReturnStatement) ?? []).map((statement) =>
    statement.getExpression(),
  );
  const returned = Node.isExpression(body) ? [body] : own;
  const texts = choice(returned.filter((node) => node !== undefined));
  return texts.some(isSentence) ? texts : [VALUE];
}

/** Each text of the first part with each of the second, and so on. */
const joined = (parts: readonly string[][]): string[] =>
  parts.reduce((starts, ends) => starts.flatMap((start) => ends.map((end) => start + end)), ['']);
