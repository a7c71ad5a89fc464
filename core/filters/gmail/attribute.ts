// Parses XML attributes and maps their decoded values to positions in the text.
import type { Span } from '../../text/spans.ts'

/** `value` is decoded; `locate` maps a range of it to the text. */
export interface Attribute {
  value: string
  locate(from: number, to: number): Span
}

const pair = /([^\s=<>"'/]+)\s*=\s*("([^"]*)"|'([^']*)')/g
const special = /&(#x[0-9a-f]+|#[0-9]+|[a-z]+);|\r\n|[\r\n\t]/gi
const named = new Map<string, string>(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }))

/** The attributes of the tag from `start` to `end`, which the XML parser has accepted. */
export function parseAttributes(text: string, start: number, end: number): Map<string, Attribute> {
  const tag = text.slice(start, end)
  return new Map(
    [...tag.matchAll(pair)].map(found => {
      const raw = found[3] ?? found[4] ?? ''
      return [found[1] ?? '', parseAttribute(raw, start + found.index + found[0].length - raw.length - 1)]
    }),
  )
}

function parseAttribute(raw: string, start: number): Attribute {
  let value = ''
  let consumed = 0
  // Where each run of plain characters begins, in the value and in the text.
  const runs = [{ value: 0, text: start }]
  for (const found of raw.matchAll(special)) {
    value += raw.slice(consumed, found.index) + decodeEntity(found[0], found[1])
    consumed = found.index + found[0].length
    runs.push({ value: value.length, text: start + consumed })
  }
  value += raw.slice(consumed)
  return { value, locate: (from, to) => ({ start: toTextOffset(runs, from), end: toTextOffset(runs, to) }) }
}

function decodeEntity(text: string, entity: string | undefined): string {
  if (entity === undefined) return ' '
  if (!entity.startsWith('#')) return named.get(entity) ?? text
  return String.fromCodePoint(Number(`0${entity.slice(1)}`))
}

function toTextOffset(runs: { value: number; text: number }[], at: number): number {
  const run = runs.findLast(one => one.value <= at) ?? { value: 0, text: 0 }
  return run.text + at - run.value
}
