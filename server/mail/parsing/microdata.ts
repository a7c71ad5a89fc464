// Reads an email's schema.org microdata (itemscope, itemprop) into the shape that its JSON-LD would have.
import type { DomNode } from 'html-to-text'
import { collectText } from '../../../core/message/blocks/dom.ts'

type Item = Record<string, unknown>

const maxDepth = 8
const maxNodes = 2000
const maxValueChars = 200

export const isItem = (node: DomNode): boolean => node.attribs?.['itemscope'] !== undefined

/** Null if the item is not of schema.org. Of several values of one property the first counts, as no renderer shows more. */
export function readItem(node: DomNode): Item | null {
  const type = /schema\.org\/(\w+)\s*$/i.exec(node.attribs?.['itemtype'] ?? '')?.[1]
  return type === undefined ? null : readProperties(node, { '@type': type }, 0, { nodes: 0 })
}

function readProperties(node: DomNode, item: Item, depth: number, seen: { nodes: number }): Item {
  for (const child of node.children ?? []) {
    seen.nodes += 1
    if (seen.nodes > maxNodes || depth > maxDepth) break
    const name = child.attribs?.['itemprop']?.trim()
    if (name !== undefined && /^[a-z]\w{0,59}$/i.test(name) && !Object.hasOwn(item, name)) item[name] = readValue(child, depth, seen)
    else if (!isItem(child)) readProperties(child, item, depth + 1, seen)
  }
  return item
}

/** HTML §5.2.4: the value of a property. */
function readValue(node: DomNode, depth: number, seen: { nodes: number }): unknown {
  const attributes = node.attribs ?? {}
  if (isItem(node)) {
    const type = /\/(\w+)\s*$/.exec(attributes['itemtype'] ?? '')?.[1]
    return readProperties(node, type === undefined ? {} : { '@type': type }, depth + 1, seen)
  }
  const written = attributes['content'] ?? attributes['datetime'] ?? attributes['href'] ?? attributes['value']
  return (written ?? collectText(node, maxValueChars)).replace(/\s+/g, ' ').trim().slice(0, maxValueChars)
}
