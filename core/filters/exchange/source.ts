// A file as data, with the place of everything in it: JSON, or YAML where it is not JSON.
import type { Warning } from './imported.ts'
import { crowdedIn, openPositions, type Source } from './json-positions.ts'
import { warning } from './problem.ts'
import { readYaml } from './yaml.ts'
import { refusedYaml } from './yaml-guard.ts'

const longestJson = 2_000_000
/** More than any person's filters have. */
const deepest = 64
const mostGroups = 60_000
/** The parser of YAML takes some two milliseconds for each thousand letters; a hundred filters have ten thousand. */
export const longestYaml = 16_000

/** Never throws. */
export function openSource(text: string, mostYaml: number): { source: Source } | { problem: Warning } {
  if (text.length > longestJson) return { problem: warning('too_long', { start: longestJson, end: text.length }, { longest: longestJson }) }
  const crowded = crowdedIn(text, deepest, mostGroups)
  if (crowded) return { problem: warning('too_crowded', crowded) }
  try {
    const value: unknown = JSON.parse(text)
    return { source: { value, placeOf: openPositions(text) } }
  } catch {
    return openYaml(text, mostYaml)
  }
}

function openYaml(text: string, mostYaml: number): { source: Source } | { problem: Warning } {
  if (text.length > mostYaml) return { problem: warning('yaml_long', { start: mostYaml, end: text.length }, { longest: mostYaml }) }
  const refused = refusedYaml(text)
  if (refused) return { problem: refused }
  return readYaml(text)
}
