// Parses HTML into a tree, with html-to-text's parser.
import { compile, type DomNode } from 'html-to-text'

const taken: DomNode[] = []

// The only way to the tree that the library offers: a formatter that is handed the element that stands for the whole.
const take = compile({
  baseElements: { selectors: ['x-mail'] },
  limits: { maxBaseElements: 1, maxDepth: 4, maxInputLength: 1 << 22 },
  formatters: { take: element => void taken.push(element) },
  selectors: [{ selector: 'x-mail', format: 'take' }],
})

/** Null where there is none. Callers see to it that the page is not too deep. */
export function treeOf(html: string): DomNode | null {
  take(`<x-mail>${html}</x-mail>`)
  const [root = null] = taken.splice(0)
  return root
}

const mostScripts = 10
const longestScript = 64 * 1024

/** What the page says of itself in JSON-LD; what is none is left out. */
export function linkedDataOf(root: DomNode): unknown[] {
  const found: unknown[] = []
  const walk = (node: DomNode): void => {
    if (found.length >= mostScripts) return
    if (node.name === 'script' && /^application\/ld\+json\b/i.test(node.attribs?.['type'] ?? '')) {
      const text = node.children[0]?.data ?? ''
      if (text.length <= longestScript) found.push(...read(text))
    }
    for (const child of node.children ?? []) walk(child)
  }
  walk(root)
  return found
}

function read(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return [value]
  } catch {
    return []
  }
}
