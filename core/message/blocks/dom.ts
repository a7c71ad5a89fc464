// Reads styles, text and hidden parts from the parsed tree of an HTML email.

/** The parser's nodes fit this shape; they are never changed. */
export interface Element {
  type: string
  name?: string | undefined
  data?: string | undefined
  attribs?: Record<string, string> | undefined
  children?: Element[] | undefined
}

export type Style = ReadonlyMap<string, string>

const noStyle: Style = new Map()

/** The declarations of its `style` attribute, lower-cased. */
export function parseStyle(element: Element): Style {
  const source = element.attribs?.['style']
  if (!source) return noStyle
  const style = new Map<string, string>()
  for (const declaration of source.slice(0, 4000).split(';')) {
    const colon = declaration.indexOf(':')
    if (colon > 0) style.set(declaration.slice(0, colon).trim().toLowerCase(), normalizeValue(declaration.slice(colon + 1)))
  }
  return style
}

const normalizeValue = (text: string): string =>
  text
    .toLowerCase()
    .replace(/!\s*important/, '')
    .trim()

const isZero = (value: string | undefined): boolean => value !== undefined && /^0+(?:\.0+)?(?:px|pt|em|rem|%)?$/.test(value)

/** `hiddenClasses`: the classes that the email's style sheet hides. */
export function isHidden(element: Element, style: Style, hiddenClasses: ReadonlySet<string>): boolean {
  if (hiddenElements.has(element.name ?? '') || element.attribs?.['hidden'] !== undefined) return true
  if (style.get('display') === 'none' || style.get('visibility') === 'hidden' || style.get('mso-hide') === 'all') return true
  if (isZero(style.get('opacity'))) return true
  const clipsOverflow = style.get('overflow') === 'hidden'
  if (clipsOverflow && ['max-height', 'height', 'max-width', 'width'].some(name => isZero(style.get(name)))) return true
  if (/^-\d{3,}/.test(style.get('text-indent') ?? '') || /^-\d{3,}/.test(style.get('left') ?? '')) return true
  return hiddenClasses.size > 0 && listClasses(element).some(name => hiddenClasses.has(name))
}

const hiddenElements = new Set(
  'head style script title noscript object embed iframe frame svg math select option textarea input template xml audio video canvas map area'.split(
    ' ',
  ),
)

export const listClasses = (element: Element): string[] => (element.attribs?.['class'] ?? '').slice(0, 1000).split(/\s+/)

/** The font size in pixels; null if none is set. */
export function readFontSize(style: Style): number | null {
  const source = style.get('font-size') ?? /(?:^|\s)(\d+(?:\.\d+)?(?:px|pt))/.exec(style.get('font') ?? '')?.[1]
  const found = /^(\d+(?:\.\d+)?)(px|pt)?$/.exec(source ?? '')
  if (!found) return null
  return Number(found[1]) * (found[2] === 'pt' ? 4 / 3 : 1)
}

/** The font size relative to that of the parent; null if none is set. */
export function readFontFactor(style: Style): number | null {
  const [, value, unit] = /^(\d*\.?\d+)(em|%)$/.exec(style.get('font-size') ?? '') ?? []
  return value === undefined ? null : Number(value) / (unit === '%' ? 100 : 1)
}

/** All text below the element, unchanged, at most `maxCharacters`. */
export function collectText(element: Element, maxCharacters = 2000): string {
  let text = ''
  const walk = (node: Element): void => {
    if (text.length >= maxCharacters || hiddenElements.has(node.name ?? '')) return
    if (node.type === 'text') text += node.data ?? ''
    for (const child of node.children ?? []) walk(child)
  }
  walk(element)
  return text.slice(0, maxCharacters)
}
