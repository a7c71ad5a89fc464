// Parses HTML into a tree, with html-to-text's parser.
import { compile, type DomNode } from 'html-to-text'
import { isItem, readItem } from './microdata.ts'

const captured: DomNode[] = []

// The library exposes its tree only to formatters, so we register one for the root element.
const capture = compile({
  baseElements: { selectors: ['x-mail'] },
  limits: { maxBaseElements: 1, maxDepth: 4, maxInputLength: 1 << 22 },
  formatters: { capture: element => void captured.push(element) },
  selectors: [{ selector: 'x-mail', format: 'capture' }],
})

/** Null when there is none. Callers must make sure that the page is not too deep. */
export function parseHtmlTree(html: string): DomNode | null {
  capture(`<x-mail>${html}</x-mail>`)
  const [root = null] = captured.splice(0)
  return root
}

const maxScripts = 10
const maxScriptChars = 64 * 1024

/** The page's JSON-LD and microdata; malformed entries are skipped. */
export function readLinkedData(root: DomNode): unknown[] {
  const found: unknown[] = []
  const walk = (node: DomNode): void => {
    if (found.length >= maxScripts) return
    if (node.name === 'script' && /^application\/ld\+json\b/i.test(node.attribs?.['type'] ?? '')) {
      const text = node.children[0]?.data ?? ''
      if (text.length <= maxScriptChars) found.push(...parseScript(text))
    }
    const item = isItem(node) ? readItem(node) : null
    if (item) {
      found.push(item)
      return
    }
    for (const child of node.children ?? []) walk(child)
  }
  walk(root)
  return found
}

function parseScript(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return [value]
  } catch {
    return []
  }
}
