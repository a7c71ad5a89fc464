// Checks the catalogs: ICU messages render in production, catalogs are complete, and no screen has hard-coded text.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test('an ICU plural renders with NODE_ENV=production, compiled at once as on the server and beforehand as in the browser', () => {
  const program = `
    import { openWords } from './core/words/words.ts'
    import { compileMessage } from '@lingui/message-utils/compileMessage'
    const icu = '{n, plural, one {# mail} other {# mails}}'
    const server = openWords('en', { ui: { brand: icu } }, compileMessage).of('ui')
    const browser = openWords('en', { ui: { brand: compileMessage(icu) } }).of('ui')
    for (const t of [server, browser]) console.log(t('brand', { n: 1 }), t('brand', { n: 1204 }))`
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  expect(run.stderr).toBe('')
  expect(run.stdout).toBe('1 mail 1,204 mails\n1 mail 1,204 mails\n')
})

test('every message of every catalog compiles', () => {
  const folder = join(root, 'core/words/en')
  for (const file of readdirSync(folder).filter(name => name.endsWith('.json'))) {
    const messages: Record<string, string> = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    for (const [key, text] of Object.entries(messages)) expect(() => compileMessage(text), `${file} ${key}`).not.toThrow()
  }
})

test('every catalog is named in catalogs.ts', () => {
  const catalogs = readFileSync(join(root, 'core/words/catalogs.ts'), 'utf8')
  for (const file of readdirSync(join(root, 'core/words/en')).filter(name => name.endsWith('.json')))
    expect(catalogs).toContain(`en/${file}'`)
})

test('no screen has hard-coded text: every word comes from core/words', () => {
  const files = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' }).filter(
    name => name.endsWith('.tsx') && !name.endsWith('.test.tsx'),
  )
  expect(files.length).toBeGreaterThan(20)
  expect(files.flatMap(name => bareTexts(name, readFileSync(join(root, 'web', name), 'utf8')))).toEqual([])
})

test.each([
  ['<p>Hello</p>', 'Hello'],
  ["<p>{'Hello'}</p>", 'Hello'],
  ['<p>{`Hello ${name}`}</p>', 'Hello'],
  ["<p>{ok ? 'Yes' : no}</p>", 'Yes'],
  ["<p>{ok && 'Yes'}</p>", 'Yes'],
  ['<img alt="A boat" />', 'A boat'],
  ['<Field label={"Name"} />', 'Name'],
  ["<a title={ok ? 'Open' : undefined} />", 'Open'],
  ["toast.error('It failed')", 'It failed'],
])('a bare text is found in %s', (source, text) => {
  expect(bareTexts('planted.tsx', `const x = () => (${source})`).join()).toContain(text)
})

test.each([
  "<p>{t('hello')}</p>",
  '<p className="text-lg">1 + 2</p>',
  "<i data-kind={ok ? 'a' : 'b'} />",
  "<p>{kind === 'open' && n}</p>",
  '<p>{n} · {m}</p>',
])('%s is fine', source => {
  expect(bareTexts('fine.tsx', `const x = () => (${source})`)).toEqual([])
})

/** Attributes whose text a person sees or hears. */
const spoken =
  /^(aria-label|aria-description|aria-roledescription|aria-valuetext|title|placeholder|alt|label|help|word|heading|lead|caption|said|text|deed|why)$/
const hasWord = (text: string) => /\p{L}{2,}/u.test(text)

interface Node {
  type: string
  [part: string]: unknown
}

function bareTexts(name: string, source: string): string[] {
  const { program, errors } = parseSync(name, source, { lang: 'tsx' })
  expect(errors, name).toEqual([])
  const found: string[] = []
  visit(program, node => {
    const texts =
      node.type === 'JSXElement' || node.type === 'JSXFragment' ? list(node['children']).flatMap(child) : (attribute(node) ?? raised(node))
    found.push(...texts.filter(hasWord).map(text => `${name}: ${text.trim()}`))
  })
  return found
}

function child(node: Node): string[] {
  if (node.type === 'JSXText') return [String(node['value'])]
  return node.type === 'JSXExpressionContainer' ? literals(node['expression']) : []
}

function attribute(node: Node): string[] | undefined {
  if (node.type !== 'JSXAttribute') return undefined
  const name = isNode(node['name']) ? String(node['name']['name']) : ''
  const value = node['value']
  if (!spoken.test(name) || !isNode(value)) return []
  return value.type === 'JSXExpressionContainer' ? literals(value['expression']) : literals(value)
}

function raised(node: Node): string[] {
  const callee = node['callee']
  if (node.type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return []
  return isNode(callee['object']) && callee['object']['name'] === 'toast' ? list(node['arguments']).flatMap(literals) : []
}

/** The texts that an expression may come to. */
function literals(node: unknown): string[] {
  if (!isNode(node)) return []
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : []
  if (node.type === 'TemplateLiteral') return list(node['quasis']).map(quasi => (quasi['value'] as { cooked: string }).cooked)
  if (node.type === 'ConditionalExpression') return [...literals(node['consequent']), ...literals(node['alternate'])]
  if (node.type === 'LogicalExpression') return [...(node['operator'] === '&&' ? [] : literals(node['left'])), ...literals(node['right'])]
  if (node.type === 'BinaryExpression') return node['operator'] === '+' ? [...literals(node['left']), ...literals(node['right'])] : []
  return []
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const list = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

function visit(value: unknown, look: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, look)
  if (!isNode(value)) return
  look(value)
  for (const part of Object.values(value)) if (typeof part === 'object') visit(part, look)
}
