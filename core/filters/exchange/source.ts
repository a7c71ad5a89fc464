// Parses a file as JSON or, failing that, as YAML, with the position of each value.
import type { Warning } from './imported.ts'
import { findCrowded, newJsonLocator, type PositionedData } from './json-positions.ts'
import { exchangeWarning } from './problem.ts'
import { readYaml } from './yaml.ts'
import { findUnsafeYaml } from './yaml-guard.ts'

const maxJsonCharacters = 2_000_000
/** More than any user's filters have. */
const maxDepth = 64
const maxGroups = 60_000
/** The YAML parser takes about 2 ms per thousand characters; a hundred filters have ten thousand. */
export const maxYamlCharacters = 16_000

/** Never throws. */
export function parseSource(text: string, maxYaml: number): { source: PositionedData } | { problem: Warning } {
  if (text.length > maxJsonCharacters)
    return { problem: exchangeWarning('too_long', { start: maxJsonCharacters, end: text.length }, { longest: maxJsonCharacters }) }
  const crowded = findCrowded(text, maxDepth, maxGroups)
  if (crowded) return { problem: exchangeWarning('too_crowded', crowded) }
  try {
    const value: unknown = JSON.parse(text)
    return { source: { value, locate: newJsonLocator(text) } }
  } catch {
    return parseYaml(text, maxYaml)
  }
}

function parseYaml(text: string, maxYaml: number): { source: PositionedData } | { problem: Warning } {
  if (text.length > maxYaml) return { problem: exchangeWarning('yaml_long', { start: maxYaml, end: text.length }, { longest: maxYaml }) }
  const unsafe = findUnsafeYaml(text)
  if (unsafe) return { problem: unsafe }
  return readYaml(text)
}
