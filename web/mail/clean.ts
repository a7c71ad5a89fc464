// Cleans the HTML of a mail for the frame that shows it: nothing runs, nothing is fetched, links leave in a tab of their own.
import createPurifier from 'dompurify'
import type { MailPage } from '../../core/message/page.ts'
import { addresses, attributes, tags } from './allowed.ts'
import { cleanLink } from './clean-link.ts'
import { cleanPicture, type PicturesFound } from './clean-picture.ts'
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
