// The value of an attribute as it stands in the XML, so that what is wrong in it can be pointed at.
import type { Span } from '../../text/spans.ts'

/** `value` decoded; `placeOf` says where letters `from` to `to` of it stand in the whole text. */
export interface Attribute {
  value: string
  placeOf(from: number, to: number): Span
}

const pair = /([^\s=<>"'/]+)\s*=\s*("([^"]*)"|'([^']*)')/g
const special = /&(#x[0-9a-f]+|#[0-9]+|[a-z]+);|\r\n|[\r\n\t]/gi
const named = new Map<string, string>(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }))

/** The attributes of the tag that stands in `text` from `start` to `end`; the parser has said that it is well formed. */
export function attributesIn(text: string, start: number, end: number): Map<string, Attribute> {
  const tag = text.slice(start, end)
  return new Map(
    [...tag.matchAll(pair)].map(found => {
      const raw = found[3] ?? found[4] ?? ''
      return [found[1] ?? '', attributeOf(raw, start + found.index + found[0].length - raw.length - 1)]
    }),
  )
}

function attributeOf(raw: string, start: number): Attribute {
  let value = ''
  let read = 0
  // Where each run of plain letters begins, in the value and in the text.
  const runs = [{ value: 0, text: start }]
  for (const found of raw.matchAll(special)) {
    value += raw.slice(read, found.index) + meaningOf(found[0], found[1])
    read = found.index + found[0].length
    runs.push({ value: value.length, text: start + read })
  }
  value += raw.slice(read)
  return { value, placeOf: (from, to) => ({ start: offsetIn(runs, from), end: offsetIn(runs, to) }) }
}

function meaningOf(whole: string, entity: string | undefined): string {
  if (entity === undefined) return ' '
  if (!entity.startsWith('#')) return named.get(entity) ?? whole
  return String.fromCodePoint(Number(`0${entity.slice(1)}`))
}

function offsetIn(runs: { value: number; text: number }[], at: number): number {
  const run = runs.findLast(one => one.value <= at) ?? { value: 0, text: 0 }
  return run.text + at - run.value
}
