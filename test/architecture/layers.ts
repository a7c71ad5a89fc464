// Checks the layers of the repository: each file imports only from its own part or from a layer below.
import { type Code, isTest, type Violation } from './code.ts'

/** Layers of server/, top to bottom. Modules never import each other; neither do use cases, but all may import the foundation. */
const serverLayers = {
  top: ['main', 'wiring', 'routes'],
  'use case': ['use-cases'],
  module: ['auth', 'account', 'mail', 'filters', 'delivery', 'whatsapp', 'billing', 'live', 'files', 'analytics'],
  foundation: ['foundation'],
}
type ServerLayer = keyof typeof serverLayers

/** Layers inside a tree, top to bottom; the parts of one layer keep to themselves. A part is a folder, or a file of the tree's root. */
const innerLayers: Record<string, string[][]> = {
  core: [
    ['mailbox', 'settings-file'],
    ['api'],
    ['analytics', 'notifications', 'phone'],
    ['delivery'],
    ['filters'],
    ['message'],
    ['plans', 'rest', 'session', 'settings', 'text', 'words'],
  ],
  'server/mail': [['receiving'], ['actions', 'erasing'], ['outgoing'], ['messages'], ['mailboxes'], ['imap'], ['parsing']],
  web: [
    ['main', 'prerender', 'public'],
    ['routes'],
    ['gallery'],
    ['admin', 'app', 'help'],
    ['account', 'notices', 'site', 'web-view'],
    ['auth'],
    ['session'],
    ['ui'],
    ['navigation'],
    ['api'],
    ['words'],
    ['ApiError', 'connection', 'now', 'proof'],
  ],
  'web/app': [
    ['AppFrame'],
    ['dashboard'],
    ['onboarding'],
    ['messages', 'mailboxes', 'phones', 'subscription'],
    ['filters'],
    ['settings'],
    ['exports', 'keys', 'shell'],
    ['queries'],
    ['live', 'AskBeforeLeaving', 'phone-state', 'state-links', 'useFocusAfter'],
  ],
}

/** What each top-level tree may import. */
const trees: Record<string, { allowed: string[]; rule: string }> = {
  core: { allowed: ['core'], rule: 'core/ imports nothing but itself.' },
  web: { allowed: ['web', 'core'], rule: 'web/ imports core/ alone.' },
  sandbox: {
    allowed: ['sandbox'],
    rule: 'sandbox/ imports neither server/ nor core/: a stand-in that shares code with what it tests proves nothing.',
  },
  server: { allowed: ['server', 'core'], rule: 'server/ imports core/ alone, never the sandbox or web/.' },
  scripts: { allowed: ['scripts', 'dist'], rule: 'scripts/ import only each other, so that any Node runs them.' },
}

interface Position {
  tree: string
  layer: ServerLayer | null
  /** The module or use case that a file belongs to, or the folder of its layer. */
  part: string
}

export function checkLayers(codes: Code[]): Violation[] {
  return codes.flatMap(code => {
    const from = positionOf(code.path)
    const unplaced =
      from.tree === 'server' && !from.layer && !isTest(code.path)
        ? [{ path: code.path, line: 1, rule: 'This file has no layer: move it into a module, or add it to test/architecture/layers.ts.' }]
        : []
    const wrong = code.imports
      .filter(({ to }) => /\.(tsx?|mjs|js)$/.test(to) && to.includes('/'))
      .flatMap(({ to, line }) => {
        const rule = brokenRule(code.path, from, to)
        return rule ? [{ path: code.path, line, rule: `${rule} This imports ${to}.` }] : []
      })
    return [...unplaced, ...wrong, ...outsideInnerLayers(code.path)]
  })
}

function positionOf(path: string): Position {
  const [tree = '', ...names] = path.split('/')
  if (tree !== 'server') return { tree: path.includes('/') ? tree : 'root', layer: null, part: '' }
  const [folder = '', inside = ''] = names.map(name => name.replace(/\..*$/, ''))
  const layers = Object.keys(serverLayers) as ServerLayer[]
  const layer = layers.find(layer => serverLayers[layer].includes(folder)) ?? null
  return { tree, layer, part: layer === 'use case' ? inside : folder }
}

function brokenRule(path: string, from: Position, to: string): string | null {
  const target = positionOf(to)
  if (isTest(path) && from.tree !== 'sandbox' && from.tree !== 'core') return null
  const tree = trees[from.tree]
  if (tree && !isTest(path) && isTest(to)) return 'Only tests import tests.'
  if (tree && !tree.allowed.includes(target.tree) && !(isTest(path) && target.tree === 'test')) return tree.rule
  if (isTest(path)) return null
  return (from.tree === 'server' ? brokenServerRule(from, target) : null) ?? brokenInnerRule(path, to)
}

function brokenServerRule(from: Position, to: Position): string | null {
  if (to.tree !== 'server' || from.part === to.part) return null
  if (from.layer === 'module' && to.layer === 'module') return 'Modules never import modules: take it as an argument.'
  if (to.layer === 'use case' && from.layer !== 'top') return 'Only the routes and the wiring import a use case.'
  if (to.layer === 'top' && from.layer !== 'top') return 'Nothing imports the wiring.'
  if (to.layer === 'top' && to.part !== 'routes' && from.part === 'routes') return 'routes.ts is below the wiring.'
  if (from.layer === 'foundation' && to.layer !== 'foundation') return 'The foundation never imports what is built on it.'
  return null
}

function brokenInnerRule(path: string, to: string): string | null {
  for (const root of rootsOf(path).filter(root => to.startsWith(`${root}/`))) {
    const [from, target] = [partIn(root, path), partIn(root, to)]
    const depth = (part: string) => innerLayers[root]?.findIndex(parts => parts.includes(part)) ?? -1
    const order = innerLayers[root]?.map(parts => parts.join(', ')).join(' → ')
    if (from !== target && depth(from) >= depth(target)) return `In ${root}/ imports go down: ${order}.`
  }
  return null
}

function outsideInnerLayers(path: string): Violation[] {
  return rootsOf(path)
    .filter(root => !isTest(path) && !innerLayers[root]?.flat().includes(partIn(root, path)))
    .map(root => ({ path, line: 1, rule: `This part of ${root}/ has no layer: add it to test/architecture/layers.ts.` }))
}

const rootsOf = (path: string): string[] => Object.keys(innerLayers).filter(root => path.startsWith(`${root}/`))
const partIn = (root: string, path: string): string => path.slice(root.length + 1).replace(/[./].*$/, '')
