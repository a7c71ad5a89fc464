// Sanitizes an email's HTML for display: no scripts, no remote content, links open in a new tab.
import createPurifier from 'dompurify'
import type { MailPage } from '../../core/message/html-page.ts'
import { cleanLink } from './clean-link.ts'
import { cleanPicture, type PicturesFound } from './clean-picture.ts'
import { cleanInline, cleanSheet } from './clean-styles.ts'

export interface Cleaned {
  css: string
  /** The body, its element and all. */
  body: string
  /** Pictures that lie elsewhere and stay off. */
  remotePictures: number
  /** Where its links go: each host once, as often as it is named. */
  hosts: { host: string; count: number }[]
}

const mostElements = 30_000

/** Null for a page that is too large for a browser; its plain text is shown instead. */
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

interface Found extends PicturesFound {
  css: string[]
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
  if (element.localName === 'a') cleanLink(element, found.hosts)
  else element.removeAttribute('href')
}

const tags = `
  html head body style a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn
  dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q rp rt ruby s samp
  section small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr`
  .trim()
  .split(/\s+/)

const attributes = `
  href src alt title width height style class id align valign bgcolor color face size border cellpadding cellspacing colspan rowspan dir
  lang start reversed type value nowrap hspace vspace rules frame scope background hidden`
  .trim()
  .split(/\s+/)

const addresses = /^(?:https?:|mailto:|tel:|cid:|\/\/|data:image\/(?:png|jpeg|gif|webp);base64,)/i
