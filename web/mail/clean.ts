// Cleans the HTML of a mail for the frame that shows it: nothing runs, nothing is fetched, links leave in a tab of their own.
import createPurifier from 'dompurify'
import { type MailPage, picturesKept } from '../../core/message/page.ts'
import { cleanInline, cleanSheet } from './styles.ts'

export interface Cleaned {
  css: string
  /** The body, its element and all. */
  body: string
  /** Pictures that lie elsewhere and stay off. */
  remotePictures: number
  /** Where its links go: each host once, as often as it is named. */
  hosts: { host: string; count: number }[]
}

// prettier-ignore
const tags = [
  'html',
  'head',
  'body',
  'style',
  'a',
  'abbr',
  'acronym',
  'address',
  'article',
  'aside',
  'b',
  'bdi',
  'bdo',
  'big',
  'blockquote',
  'br',
  'caption',
  'center',
  'cite',
  'code',
  'col',
  'colgroup',
  'dd',
  'del',
  'dfn',
  'dir',
  'div',
  'dl',
  'dt',
  'em',
  'figcaption',
  'figure',
  'font',
  'footer',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hr',
  'i',
  'img',
  'ins',
  'kbd',
  'li',
  'main',
  'mark',
  'nav',
  'ol',
  'p',
  'pre',
  'q',
  'rp',
  'rt',
  'ruby',
  's',
  'samp',
  'section',
  'small',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'time',
  'tr',
  'tt',
  'u',
  'ul',
  'var',
  'wbr',
]
// prettier-ignore
const attributes = [
  'href',
  'src',
  'alt',
  'title',
  'width',
  'height',
  'style',
  'class',
  'id',
  'align',
  'valign',
  'bgcolor',
  'color',
  'face',
  'size',
  'border',
  'cellpadding',
  'cellspacing',
  'colspan',
  'rowspan',
  'dir',
  'lang',
  'start',
  'reversed',
  'type',
  'value',
  'nowrap',
  'hspace',
  'vspace',
  'rules',
  'frame',
  'scope',
  'background',
  'hidden',
]
const addresses = /^(?:https?:|mailto:|tel:|cid:|\/\/|data:image\/(?:png|jpeg|gif|webp);base64,)/i
const mostElements = 30_000

/** Null for a page that is too much for a browser; its text stands for it. */
export function cleanMail({ html, pictures }: Pick<MailPage, 'html' | 'pictures'>): Cleaned | null {
  const whole: Node = createPurifier(window).sanitize(html, {
    WHOLE_DOCUMENT: true,
    RETURN_DOM: true,
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: addresses,
  })
  if (!(whole instanceof HTMLElement)) return null
  const elements = [...whole.querySelectorAll<HTMLElement>('*')]
  const body = whole.querySelector('body')
  if (!body || elements.length > mostElements) return null
  const own = new Map(pictures.map(({ id, type, data }) => [id, `data:${type};base64,${data}`]))
  const found: Found = { own, css: [], remotePictures: 0, hosts: new Map(), probe: whole.ownerDocument.createElement('p') }
  for (const element of elements) cleanElement(element, found)
  for (const name of ['dir', 'lang']) if (!body.hasAttribute(name)) body.setAttribute(name, whole.getAttribute(name) ?? '')
  const hosts = [...found.hosts].map(([host, count]) => ({ host, count })).toSorted((a, b) => b.count - a.count)
  return { css: found.css.join('\n'), body: body.outerHTML, remotePictures: found.remotePictures, hosts }
}

interface Found {
  /** The pictures that came with the mail, by their id. */
  own: Map<string, string>
  css: string[]
  remotePictures: number
  hosts: Map<string, number>
  probe: HTMLElement
}

function cleanElement(element: HTMLElement, found: Found): void {
  if (element.localName === 'style') {
    const { css, remote } = cleanSheet(element.textContent)
    found.css.push(css)
    found.remotePictures += remote
    return element.remove()
  }
  const style = element.getAttribute('style')
  if (style !== null) {
    const { css, remote } = cleanInline(style, found.probe)
    found.remotePictures += remote
    if (css === '') element.removeAttribute('style')
    else element.setAttribute('style', css)
  }
  if (element.hasAttribute('background')) {
    found.remotePictures += 1
    element.removeAttribute('background')
  }
  if (element.localName === 'img') return cleanPicture(element, found)
  element.removeAttribute('src')
  if (element.localName === 'a') cleanLink(element, found)
  else element.removeAttribute('href')
}

const ownPicture = new RegExp(`^data:(?:${picturesKept.join('|')});base64,[A-Za-z0-9+/=\\s]*$`, 'i')

function cleanPicture(picture: HTMLElement, found: Found): void {
  const src = (picture.getAttribute('src') ?? '').trim()
  picture.removeAttribute('href')
  const brought = /^cid:/i.test(src) ? broughtAs(src.slice(4), found.own) : ownPicture.test(src) ? src : undefined
  if (brought !== undefined) return picture.setAttribute('src', brought)
  // What counts readers is one point large, and is not missed.
  if (isPoint(picture)) return picture.remove()
  if (src !== '') found.remotePictures += 1
  const words = picture.ownerDocument.createElement('span')
  words.className = 'ferry-picture'
  words.textContent = (picture.getAttribute('alt') ?? '').trim()
  if (words.textContent === '') picture.remove()
  else picture.replaceWith(words)
}

function broughtAs(id: string, own: Map<string, string>): string | undefined {
  try {
    return own.get(id) ?? own.get(decodeURIComponent(id))
  } catch {
    return undefined
  }
}

const isPoint = (picture: HTMLElement): boolean =>
  [picture.getAttribute('width'), picture.getAttribute('height'), picture.style.width, picture.style.height].some(side =>
    /^[01](?:px)?$/.test((side ?? '').trim()),
  )

function cleanLink(link: HTMLElement, { hosts }: Found): void {
  const url = addressIn(link.getAttribute('href'))
  for (const name of ['href', 'target', 'rel', 'title', 'type']) link.removeAttribute(name)
  if (!url) return
  link.setAttribute('href', url.href)
  link.setAttribute('target', '_blank')
  link.setAttribute('rel', 'noopener noreferrer')
  link.setAttribute('title', url.href)
  const host = url.host || url.protocol
  hosts.set(host, (hosts.get(host) ?? 0) + 1)
  const named = hostNamed(link.textContent)
  if (named === null || isSameSite(named, url.hostname)) return
  const note = link.ownerDocument.createElement('span')
  note.className = 'ferry-goes-to'
  note.textContent = ` → ${url.hostname}`
  link.append(note)
}

function addressIn(written: string | null): URL | null {
  const address = (written ?? '').trim()
  try {
    const url = new URL(address.startsWith('//') ? `https:${address}` : address)
    return ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) ? url : null
  } catch {
    return null
  }
}

/** The host that the words of a link name, where they are an address and nothing else. */
function hostNamed(words: string): string | null {
  const found = /^(?:https?:\/\/)?([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,})(?:[/?#]\S*)?$/u.exec(words.trim())
  return found?.[1]?.toLowerCase() ?? null
}

const bare = (host: string): string => host.replace(/^www\./, '')
const isSameSite = (named: string, host: string): boolean =>
  bare(host) === bare(named) || host.endsWith(`.${bare(named)}`) || bare(named).endsWith(`.${bare(host)}`)
