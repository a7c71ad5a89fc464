// The tree of an HTML mail as its parser hands it over, and what of it senders hide.

/** A parser's own nodes fit; nothing of them is changed. */
export interface Element {
  type: string
  name?: string | undefined
  data?: string | undefined
  attribs?: Record<string, string> | undefined
  children?: Element[] | undefined
}

export type Style = ReadonlyMap<string, string>

const noStyle: Style = new Map()

/** Its own declarations, names and values in small letters. */
export function styleOf(element: Element): Style {
  const written = element.attribs?.['style']
  if (!written) return noStyle
  const style = new Map<string, string>()
  for (const declaration of written.slice(0, 4000).split(';')) {
    const colon = declaration.indexOf(':')
    if (colon > 0) style.set(declaration.slice(0, colon).trim().toLowerCase(), valueOf(declaration.slice(colon + 1)))
  }
  return style
}

const valueOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/!\s*important/, '')
    .trim()

const isNothing = (value: string | undefined): boolean => value !== undefined && /^0+(?:\.0+)?(?:px|pt|em|rem|%)?$/.test(value)

/** `hiding`: the classes that the mail's own style sheet hides. */
export function isHidden(element: Element, style: Style, hiding: ReadonlySet<string>): boolean {
  if (unseen.has(element.name ?? '') || element.attribs?.['hidden'] !== undefined) return true
  if (style.get('display') === 'none' || style.get('visibility') === 'hidden' || style.get('mso-hide') === 'all') return true
  if (isNothing(style.get('opacity'))) return true
  const isClosed = style.get('overflow') === 'hidden'
  if (isClosed && ['max-height', 'height', 'max-width', 'width'].some(name => isNothing(style.get(name)))) return true
  if (/^-\d{3,}/.test(style.get('text-indent') ?? '') || /^-\d{3,}/.test(style.get('left') ?? '')) return true
  return hiding.size > 0 && classesOf(element).some(name => hiding.has(name))
}

const unseen = new Set(
  'head style script title noscript object embed iframe frame svg math select option textarea input template xml audio video canvas map area'.split(
    ' ',
  ),
)

export const classesOf = (element: Element): string[] => (element.attribs?.['class'] ?? '').slice(0, 1000).split(/\s+/)

/** The size of its letters in pixels, where it says so. */
export function sizeIn(style: Style): number | null {
  const written = style.get('font-size') ?? /(?:^|\s)(\d+(?:\.\d+)?(?:px|pt))/.exec(style.get('font') ?? '')?.[1]
  const found = /^(\d+(?:\.\d+)?)(px|pt)?$/.exec(written ?? '')
  if (!found) return null
  return Number(found[1]) * (found[2] === 'pt' ? 4 / 3 : 1)
}

/** All letters below it as they stand, at most so many. */
export function textIn(element: Element, most = 2000): string {
  let text = ''
  const walk = (node: Element): void => {
    if (text.length >= most || unseen.has(node.name ?? '')) return
    if (node.type === 'text') text += node.data ?? ''
    for (const child of node.children ?? []) walk(child)
  }
  walk(element)
  return text.slice(0, most)
}
