// Parses a source file for the architecture rules: its imports and the names it uses, with line numbers.
import { dirname, join } from 'node:path/posix'
import { type ParserOptions, parseSync } from 'vite'
import { boundNames, nodesIn, type Placed } from './nodes.ts'
import { tokensOf } from './tokens.ts'

export interface Import {
  /** A path of the tree for relative imports, else the package's name. */
  to: string
  isType: boolean
  names: string[]
  line: number
}

/** Something a file uses: a name, `Date.now`, `.selectFrom`, `new Date()`, `import x`, `x:name` for a name imported from x. */
export interface Use {
  token: string
  line: number
}

export interface Code {
  path: string
  lines: string[]
  imports: Import[]
  uses: Use[]
  nodes: Placed[]
  lineAt: (offset: number) => number
}

export interface Violation {
  path: string
  line: number
  rule: string
}

/** Path to source, as `git ls-files` names them. */
export type Tree = ReadonlyMap<string, string>

const languages: Record<string, NonNullable<ParserOptions['lang']>> = { ts: 'ts', tsx: 'tsx', mjs: 'js', js: 'js' }

export const isCode = (path: string): boolean => /\.(tsx?|mjs|js)$/.test(path)
export const isTest = (path: string): boolean => /\.(test|spec|fixture)\.tsx?$/.test(path) || path.startsWith('test/')

export function readCode(tree: Tree): Code[] {
  return [...tree].filter(([path]) => isCode(path)).map(([path, source]) => codeOf(path, source))
}

function codeOf(path: string, source: string): Code {
  const parsed = parseSync(path, source, { lang: languages[path.slice(path.lastIndexOf('.') + 1)] ?? 'ts' })
  if (parsed.errors.length > 0) throw new Error(`${path} cannot be parsed: ${parsed.errors[0]?.message}`)
  const starts = [0, ...[...source.matchAll(/\n/g)].map(match => match.index + 1)]
  const lineAt = (offset: number) => starts.findLastIndex(start => start <= offset) + 1
  const nodes = [...nodesIn(parsed.program)]
  const imports = nodes.flatMap(placed => importsOf(path, placed, lineAt))
  const uses = [
    ...imports.flatMap(usesOfImport),
    ...tokensOf(nodes, boundNames(nodes)).map(({ token, start }) => ({ token, line: lineAt(start) })),
  ]
  return { path, lines: source.replace(/\n$/, '').split('\n'), imports, uses, nodes, lineAt }
}

function usesOfImport({ to, isType, names, line }: Import): Use[] {
  if (isType) return []
  return [{ token: `import ${to}`, line }, ...names.map(name => ({ token: `${to}:${name}`, line }))]
}

function importsOf(path: string, { node }: Placed, lineAt: Code['lineAt']): Import[] {
  const from = sourceOf(node)
  if (from === undefined) return []
  const specifiers = Array.isArray(node['specifiers']) ? node['specifiers'] : []
  const types = specifiers.filter(one => (one.importKind ?? one.exportKind) === 'type')
  return [
    {
      to: /^\.\.?\//.test(from) ? join(dirname(path), from.replace(/\?.*$/, '')) : from,
      isType: (node['importKind'] ?? node['exportKind']) === 'type' || (specifiers.length > 0 && types.length === specifiers.length),
      names: specifiers
        .filter(one => !types.includes(one))
        .map(one => one.imported?.name ?? (one.type === 'ImportNamespaceSpecifier' ? '*' : 'default')),
      line: lineAt(node.start),
    },
  ]
}

const importing = new Set(['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression', 'TSImportType'])

// A worker's file is named by `new URL('./x.ts', import.meta.url)`: an import as well.
function sourceOf(node: Placed['node']): string | undefined {
  if (importing.has(node.type)) return textOf(node['source'] ?? node['argument'])
  if (node.type !== 'NewExpression' || textName(node['callee']) !== 'URL' || !Array.isArray(node['arguments'])) return undefined
  const url = textOf(node['arguments'][0])
  return url && /^\.\.?\/.*\.tsx?$/.test(url) ? url : undefined
}

const textOf = (node: unknown): string | undefined =>
  typeof node === 'object' && node !== null && 'value' in node && typeof node.value === 'string' ? node.value : undefined
const textName = (node: unknown): string | undefined =>
  typeof node === 'object' && node !== null && 'name' in node && typeof node.name === 'string' ? node.name : undefined
