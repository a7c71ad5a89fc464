// A file as data, with the place of everything in it: JSON, or YAML where it is not JSON.
import { isNode, parseDocument } from 'yaml'
import type { Range } from '../text.ts'
import type { Warning } from './imported.ts'
import { crowdedIn, type Path, placeInJson } from './place-in-json.ts'
import { warning } from './problem.ts'
import { refusedYaml } from './yaml-guard.ts'

export interface Source {
  value: unknown
  placeOf(path: Path): Range
}

const longestJson = 2_000_000
/** More than any person's filters have. */
const deepest = 64
const mostGroups = 60_000
/** The parser of YAML takes some milliseconds for each thousand letters. */
export const longestYaml = 20_000

/** Never throws. */
export function openSource(text: string, mostYaml: number): { source: Source } | { problem: Warning } {
  if (text.length > longestJson) return { problem: warning('too_long', { start: longestJson, end: text.length }, { longest: longestJson }) }
  const crowded = crowdedIn(text, deepest, mostGroups)
  if (crowded) return { problem: warning('too_crowded', crowded) }
  try {
    const value: unknown = JSON.parse(text)
    return { source: { value, placeOf: path => placeInJson(text, path) } }
  } catch {
    return openYaml(text, mostYaml)
  }
}

function openYaml(text: string, mostYaml: number): { source: Source } | { problem: Warning } {
  if (text.length > mostYaml) return { problem: warning('yaml_long', { start: mostYaml, end: text.length }, { longest: mostYaml }) }
  const refused = refusedYaml(text)
  if (refused) return { problem: refused }
  try {
    const document = parseDocument(text, { prettyErrors: false, uniqueKeys: true, logLevel: 'silent' })
    const [error] = document.errors
    if (error) return { problem: warning('unreadable', within(text, error.pos[0], error.pos[1])) }
    const value: unknown = document.toJS({ maxAliasCount: 0 })
    return { source: { value, placeOf: path => placeInYaml(text, document, path) } }
  } catch {
    return { problem: warning('unreadable', { start: 0, end: text.length }) }
  }
}

function placeInYaml(text: string, document: { getIn(path: Path, keepScalar: boolean): unknown }, path: Path): Range {
  for (let length = path.length; length >= 0; length--) {
    const found = document.getIn(path.slice(0, length), true)
    if (isNode(found) && found.range) return within(text, found.range[0], found.range[1])
  }
  return { start: 0, end: text.length }
}

const within = (text: string, start: number, end: number): Range => ({
  start: Math.min(start, text.length),
  end: Math.max(Math.min(start, text.length), Math.min(end, text.length)),
})
