// Checks tracked text files: no local paths, no registry hosts, no undocumented environment variables.
import { isCode, type Tree, type Violation } from './code.ts'

// Written so that no pattern finds itself.
const traces = [
  { pattern: /(?<![\w.])\/(work|root|Users)\/[\w.-]+/, rule: 'No path of one machine.' },
  { pattern: /(?<![\w.*:])\/home\/[a-z][\w-]*\//, rule: 'No path of one machine.' },
  { pattern: /registry\.(npmjs|yarnpkg)\.(org|com)/, rule: 'No host of a registry.' },
  { pattern: /https?:\/\/[\w.-]*(registry|artifactory|verdaccio|nexus)[\w.-]*[:/]/i, rule: 'No host of a registry.' },
]

const mostReadme = 60

export function checkTexts(tree: Tree): Violation[] {
  return [...tree].flatMap(([path, source]) => [
    ...tracesIn(path, source),
    ...(path.endsWith('.sql') ? timesIn(path, source) : []),
    ...(path === 'README.md' ? lengthOf(source) : []),
    ...(path === 'ARCHITECTURE.md' ? deadPathsIn(tree, source) : []),
  ])
}

function tracesIn(path: string, source: string): Violation[] {
  return linesOf(source).flatMap((text, at) => {
    const rules = new Set(traces.filter(trace => trace.pattern.test(text)).map(trace => trace.rule))
    return [...rules].map(rule => ({ path, line: at + 1, rule }))
  })
}

function timesIn(path: string, source: string): Violation[] {
  return linesOf(source).flatMap((text, at) =>
    /(?<![.\w])now\(\)|current_timestamp/i.test(text)
      ? [{ path, line: at + 1, rule: 'The time is passed to the database, never asked of it.' }]
      : [],
  )
}

function lengthOf(source: string): Violation[] {
  const lines = linesOf(source).length
  return lines > mostReadme
    ? [{ path: 'README.md', line: mostReadme, rule: `The README has at most ${mostReadme} lines; this has ${lines}.` }]
    : []
}

/** The page names files that are there. */
function deadPathsIn(tree: Tree, source: string): Violation[] {
  const paths = [...tree.keys()]
  return linesOf(source).flatMap((text, at) =>
    [...text.matchAll(/`((?:core|server|web|sandbox|test)\/[\w./-]+)`/g)]
      .map(([, path = '']) => path.replace(/\/$/, ''))
      .filter(path => !paths.some(one => one === path || one.startsWith(`${path}/`)))
      .map(path => ({ path: 'ARCHITECTURE.md', line: at + 1, rule: `There is no ${path}.` })),
  )
}

/** `.env.example` and the settings that config.ts reads, against each other. */
export function checkSettings(example: string, names: string[]): Violation[] {
  const given = linesOf(example).flatMap((text, at) => {
    const name = /^#?\s?([A-Z][A-Z0-9_]*)=/.exec(text)?.[1]
    return name ? [{ name, line: at + 1 }] : []
  })
  const path = '.env.example'
  return [
    ...given
      .filter(one => !names.includes(one.name))
      .map(({ name, line }) => ({ path, line, rule: `server/foundation/config.ts does not read ${name}.` })),
    ...names
      .filter(name => !given.some(one => one.name === name))
      .map(name => ({ path, line: 1, rule: `${name} of server/foundation/config.ts is missing here.` })),
  ]
}

const linesOf = (source: string): string[] => source.replace(/\n$/, '').split('\n')

export const isText = (path: string): boolean =>
  isCode(path) || /\.(json|md|sql|css|html|svg|ya?ml|txt|toml|sh|d\.ts|webmanifest)$/.test(path) || /(^|\/)[.\w-]*$/.test(path)
