// Tests parsing Sieve scripts into a syntax tree or to the position of a syntax error.
import { expect, test } from 'vitest'
import { longestScript, parseScript, parseTest } from './parse.ts'

const textsOf = (script: string) => {
  const { commands, problem } = parseScript(script)
  expect(problem).toBeNull()
  return commands.flatMap(({ args }) => args.flatMap(arg => (arg.kind === 'texts' ? arg.texts.map(text => text.value) : [])))
}

test('strings are read in quotes, lists and multiline form, with escapes and dot stuffing removed', () => {
  expect(textsOf('keep "a\\"b\\\\c\\d";')).toEqual(['a"b\\cd'])
  expect(textsOf('keep ["a", "b"\t,\r\n"c"];')).toEqual(['a', 'b', 'c'])
  expect(textsOf('keep text: # note\r\nfirst\r\n..second\r\n.\r\n;')).toEqual(['first\r\n.second\r\n'])
  expect(textsOf('keep TEXT:\nonly\n.\n;')).toEqual(['only\r\n'])
  expect(textsOf('keep "two\nlines";')).toEqual(['two\r\nlines'])
})

test('numbers accept K, M and G, and tags and names are lower-cased', () => {
  const { commands } = parseScript('IF Size :OVER 2M { Stop; } keep 3k; keep 1G; keep 7;')
  expect(commands[0]?.tests).toMatchObject([{ name: 'size', args: [{ kind: 'tag', name: 'over' }, { value: 2 * 1024 * 1024 }] }])
  expect(commands[0]?.block).toMatchObject([{ name: 'stop', block: null }])
  expect(commands.slice(1).map(({ args }) => args[0])).toMatchObject([{ value: 3072 }, { value: 1024 ** 3 }, { value: 7 }])
})

test('tests nest in lists and after one another, each with its position', () => {
  const script = 'if anyof (not true, allof(exists "a", false)) {}'
  const [command] = parseScript(script).commands
  const placed = (command?.tests[0]?.tests ?? []).map(({ name, at, tests }) => [name, script.slice(at.start, at.end), tests.length])
  expect(placed).toEqual([
    ['not', 'not true', 1],
    ['allof', 'allof(exists "a", false)', 2],
  ])
})

test('both kinds of comments belong to the next command, and a trailing one to its test', () => {
  const [command] = parseScript('# one\n/* two\nlines */\nif false # true\n{ }').commands
  expect(command?.comments).toEqual([' one', ' two\nlines '])
  expect(command?.trailingComment?.value).toBe(' true')
})

test.each([
  ['keep', 'sieve.ended', '', {}],
  ['if true { keep;', 'sieve.ended', '', {}],
  ['if header ["a", "b" { }', 'sieve.expected_sign', '{', { sign: ']', found: '{' }],
  ['if anyof(true; true) { }', 'sieve.expected_sign', ';', { sign: ')' }],
  ['if true keep;', 'sieve.expected_sign', ';', { sign: '{', found: ';' }],
  ['if anyof(true, "a") { }', 'sieve.expected_test', '"a"', { found: '"a"' }],
  ['keep ["a", 5];', 'sieve.expected_text', '5', { found: '5' }],
  ['"a";', 'sieve.expected_command', '"a"', {}],
  ['keep; }', 'sieve.expected_command', '}', {}],
  ['keep "a;', 'sieve.open_text', '"a;', {}],
  ['keep text:\na\n', 'sieve.open_text', 'text:\na\n', {}],
  ['/* keep;', 'sieve.open_comment', '/* keep;', {}],
  ['keep 5x;', 'sieve.unreadable', '5', { letter: '5' }],
  ['keep @;', 'sieve.unreadable', '@', { letter: '@' }],
])('the syntax error in %j is located', (script, code, found, values) => {
  const { problem } = parseScript(script)
  expect(problem?.code).toBe(code)
  expect(script.slice(problem?.at.start, problem?.at.end)).toBe(found)
  expect(problem?.values).toMatchObject(values)
})

test('scripts that are too long or too deep are rejected at any depth', () => {
  expect(parseScript('#'.repeat(longestScript + 1)).problem).toMatchObject({ code: 'sieve.too_long', at: { start: longestScript } })
  for (const script of ['if true {', 'if not ', 'if anyof(']) {
    expect(parseScript(script.repeat(10_000)).problem?.code).toBe('sieve.too_deep')
  }
  expect(parseTest('not '.repeat(20_000))).toBeNull()
})

test('a single test is parsed completely or not at all', () => {
  expect(parseTest(' header "a" "b"')?.name).toBe('header')
  for (const text of ['', 'header "a" "b";', 'true, true', '"a"', 'header "a']) expect(parseTest(text)).toBeNull()
})
