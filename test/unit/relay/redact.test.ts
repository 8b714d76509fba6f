import { expect, test } from 'vitest';
import { createRedactor } from '../../../src/relay/reporter.js';

const parse = (text: string, key: string) => createRedactor(key).parse(text);

/** A key that each encoding changes. */
const awkward = 'k3y/with+odd=chars%20&"\\<>\'';
const spellings = (key: string) => [
  key,
  encodeURIComponent(key),
  encodeURI(key),
  new URLSearchParams({ key }).toString().slice(4),
  JSON.stringify(key).slice(1, -1),
];

test.describe('a key in the service’s response', () => {
  const lower = (text: string) => text.replace(/%../g, (code) => code.toLowerCase());
  const escaped = (text: string) =>
    Array.from(text, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  const every = [
    ...spellings(awkward),
    lower(encodeURIComponent(awkward)),
    encodeURIComponent(encodeURIComponent(awkward)),
    encodeURIComponent(JSON.stringify(awkward)).slice(3, -3),
    awkward.replaceAll('/', '\\/'),
    escaped(awkward),
    escaped(awkward).toUpperCase().replaceAll('U', 'u'),
    `ApiKey ${awkward}`,
  ];
  for (const spelt of new Set(every))
    test(`is removed from texts, and members named by it are left out: ${spelt}`, () => {
      const kept = parse(
        JSON.stringify({ a: `c ${spelt} d`, [`x${spelt}`]: 1, list: [spelt], b: 'stays' }),
        awkward,
      );
      expect(Object.keys(kept ?? {})).toEqual(['a', 'list', 'b']);
      expect(kept?.a).toMatch(/^c (ApiKey )?.{0,3}….{0,3} d$/);
      expect(kept?.b).toBe('stays');
    });

  test('is removed to its last character, whatever that is', () => {
    const text = createRedactor('odd-key%').text(
      `${encodeURIComponent('odd-key%')} and ${escaped('odd-key%')}`,
    );
    expect(text).toBe('… and …');
  });

  test('is removed everywhere, even twice from one text', () => {
    expect(parse(JSON.stringify({ a: `${awkward} and ${awkward}` }), awkward)).toEqual({ a: '… and …' });
  });

  test('is removed if the response itself is escaped', () => {
    const text = `{"a":"${escaped(awkward)}","b":"${escaped('kept')}"}`;
    expect(parse(text, awkward)).toEqual({ a: '…', b: 'kept' });
  });

  test('is removed from numbers if it consists of digits', () => {
    const digits = '1234567890123456789';
    expect(parse(`{"a":${digits},"b":12345678,"c":[${digits}.0]}`, digits)).toEqual({
      a: null,
      b: 12345678,
      c: [null],
    });
    expect(parse('{"a":12345678,"b":912345678,"c":1234567}', '12345678')).toEqual({
      a: null,
      b: null,
      c: 1234567,
    });
    expect(parse('{"a":1.2345678e7}', '12345678')).toEqual({ a: null });
    expect(parse('{"a":1234567}', '01234567')).toEqual({ a: 1234567 });
  });

  test('of fewer than 8 characters is not removed, because it may be data', () => {
    const text = '{"ip":"1.1.1.1","device":"desktop","key":"skip"}';
    for (const key of ['ip', 'k', 'desktop', '']) expect(JSON.stringify(parse(text, key))).toBe(text);
  });

  test('leaves data as it is', () => {
    const text = '{"__proto__":{"x":1},"a":[{"b":"\\u0041"}]}';
    const data = parse(text, awkward);
    expect(Object.hasOwn(Object(data), '__proto__')).toBe(true);
    expect(JSON.stringify(data)).toBe('{"__proto__":{"x":1},"a":[{"b":"A"}]}');
  });
});
