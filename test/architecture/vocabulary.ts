// Checks names: no banned words in file names and exports, and each exported type declared only once.
import { type Code, isTest, type Violation } from './code.ts'
import { boundNames, isNode, type Node, nameOf, type Placed } from './nodes.ts'

interface Banned {
  /** Parts of a name, in lower case and singular or plural as written. */
  words: string[]
  say: string
  /** Where the word is banned; everywhere without it. */
  below?: string[]
}

/** The words that lost to the ones in ARCHITECTURE.md's glossary. */
const banned: Banned[] = [
  { words: ['deed', 'deeds', 'act', 'acts'], say: 'action, or mailbox action' },
  { words: ['wish', 'wishes', 'choices', 'ways'], say: 'action, or preferences' },
  { words: ['verdict', 'verdicts', 'ruling', 'rulings'], say: 'decision' },
  { words: ['mails', 'letter', 'letters'], say: 'message, system email or character' },
  { words: ['recipient', 'recipients'], say: 'destination', below: ['server/delivery/', 'server/whatsapp/', 'core/delivery/'] },
  { words: ['standing', 'standings'], say: 'state' },
  {
    words: ['line', 'lines', 'turn', 'turns', 'head', 'heads', 'fold', 'folds', 'folding', 'folded'],
    say: 'lane, or digest',
    below: ['server/delivery/', 'core/delivery/'],
  },
  { words: ['saying', 'sayings', 'answer', 'answers', 'answered'], say: 'reply', below: ['server/whatsapp/', 'core/phone/'] },
  { words: ['said', 'heard', 'hear', 'hearing', 'tapped', 'saying', 'sayings'], say: 'inbound message, command or webhook' },
  { words: ['told', 'tell', 'telling', 'teller'], say: 'notification, or notify' },
  { words: ['knock', 'knocks'], say: 'connection test' },
  { words: ['place', 'places'], say: 'folder sync, position or span' },
  { words: ['whole', 'paper', 'papers'], say: 'web view' },
  { words: ['quota', 'quotas', 'tier', 'tiers'], say: 'allowance or limit', below: ['server/billing/', 'core/plans/', 'web/'] },
  { words: ['member', 'members'], say: 'user' },
  { words: ['hands', 'ground', 'seam', 'seams'], say: 'deps', below: ['server/', 'core/', 'web/'] },
  {
    words: ['errand', 'errands', 'ears', 'shelf', 'gate', 'gates'],
    say: 'what it is: task, client, cache, guard or limiter',
  },
  {
    words: ['house', 'room', 'rooms', 'floor', 'floors', 'composer', 'composers'],
    say: 'architecture, module, layer or use case',
    below: ['server/', 'core/', 'web/'],
  },
]

/** Words that name nothing a stranger can guess: banned inside files too, for variables, parameters and properties. */
const bannedInside =
  'anew deed deeds errand heard knock lack mails ruling rulings said seam seams standing told verdicts wish wishes'.split(' ')

export function checkVocabulary(codes: Code[]): Violation[] {
  const own = codes.filter(code => !isTest(code.path))
  return [...own.flatMap(inFileName), ...own.flatMap(inExportedNames), ...own.flatMap(insideFile), ...declaredTwice(own)]
}

function inFileName({ path }: Code): Violation[] {
  return offences(path, path.replace(/\.\w+$/, '')).map(rule => ({ path, line: 1, rule: `A file name says ${rule}` }))
}

function inExportedNames({ path, nodes, lineAt }: Code): Violation[] {
  return exportedNames(nodes).flatMap(({ name, start }) =>
    offences(path, name).map(rule => ({ path, line: lineAt(start), rule: `${name} says ${rule}` })),
  )
}

function insideFile({ path, nodes }: Code): Violation[] {
  const names = new Set([...boundNames(nodes), ...nodes.filter(({ node }) => isProperty(node)).map(({ node }) => nameOf(node['key']))])
  return [...names].flatMap(name => {
    const word = wordsIn(name).find(one => bannedInside.includes(one))
    return word ? [{ path, line: 1, rule: `The name ${name} says "${word}": say what it is in plain English.` }] : []
  })
}

const isProperty = (node: Node): boolean => /^(TS)?(Property|Method)(Signature|Definition)?$/.test(node.type)

function offences(path: string, name: string): string[] {
  const words = wordsIn(name)
  const named = banned.flatMap(({ words: bad, say, below }) => {
    const word = !below || below.some(folder => path.startsWith(folder)) ? bad.find(one => words.includes(one)) : undefined
    return word ? [`"${word}", which the glossary replaced: ${say}.`] : []
  })
  const deps =
    /[a-z]Parts$/.test(name) && !path.startsWith('server/mail/parsing/') ? ['"Parts" of what a function is given: say Deps.'] : []
  return [...named.slice(0, 1), ...deps]
}

export const wordsIn = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map(word => word.toLowerCase())

function declaredTwice(codes: Code[]): Violation[] {
  const first = new Map<string, string>()
  return codes
    .filter(({ path }) => !path.startsWith('sandbox/'))
    .flatMap(({ path, nodes, lineAt }) =>
      exportedTypes(nodes).flatMap(({ name, start }) => {
        const other = first.get(name)
        if (!other) first.set(name, path)
        return other && other !== path
          ? [{ path, line: lineAt(start), rule: `The type ${name} is exported by ${other} too: give it a name of its own.` }]
          : []
      }),
    )
}

interface Named {
  name: string
  start: number
}

const isType = (node: Node) => /^TS(InterfaceDeclaration|TypeAliasDeclaration)$/.test(node.type)

/** Types and values that a file declares and exports; re-exports are another file's. */
function exportedNames(nodes: Placed[]): Named[] {
  return nodes
    .filter(({ parent, field }) => parent?.type === 'ExportNamedDeclaration' && field === 'declaration')
    .flatMap(({ node }) => (Array.isArray(node['declarations']) ? node['declarations'] : [node]))
    .filter(isNode)
    .map(node => ({ name: nameOf(node['id']), start: node.start }))
}

const exportedTypes = (nodes: Placed[]): Named[] => exportedNames(nodes.filter(({ node }) => isType(node)))
