// Sanitizes an email's HTML for display: no scripts, no remote content, links open in a new tab.
import createPurifier from 'dompurify'
import type { MailPage } from '../../core/message/html-page.ts'
import { cleanLink } from './clean-link.ts'
import { cleanPicture, type PictureState } from './clean-picture.ts'
import { cleanInline, cleanSheet } from './clean-styles.ts'

export interface CleanedEmail {
  css: string
  /** The HTML of the body, including its own tag. */
  body: string
  /** The number of pictures on other servers, which are not loaded. */
  remotePictures: number
  /** The hosts that its links lead to, each with the number of links. */
  hosts: { host: string; count: number }[]
}

const maxElements = 30_000

/** Null for a page that is too large for a browser; its plain text is shown instead. */
export function cleanEmail({ html, pictures }: Pick<MailPage, 'html' | 'pictures'>): CleanedEmail | null {
  const root: Node = createPurifier(window).sanitize(html, {
    WHOLE_DOCUMENT: true,
    RETURN_DOM: true,
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: allowedUrls,
  })
  if (!(root instanceof HTMLElement)) return null
  const elements = [...root.querySelectorAll<HTMLElement>('*')]
  const body = root.querySelector('body')
  if (!body || elements.length > maxElements) return null
  const attached = new Map(pictures.map(({ id, type, data }) => [id, `data:${type};base64,${data}`]))
  const state: CleaningState = { attached, css: [], remotePictures: 0, hosts: new Map(), probe: root.ownerDocument.createElement('p') }
  for (const element of elements) cleanElement(element, state)
  for (const name of ['dir', 'lang']) if (!body.hasAttribute(name)) body.setAttribute(name, root.getAttribute(name) ?? '')
  const hosts = [...state.hosts].map(([host, count]) => ({ host, count })).toSorted((a, b) => b.count - a.count)
  return { css: state.css.join('\n'), body: body.outerHTML, remotePictures: state.remotePictures, hosts }
}

interface CleaningState extends PictureState {
  css: string[]
  hosts: Map<string, number>
  probe: HTMLElement
}

function cleanElement(element: HTMLElement, state: CleaningState): void {
  if (element.localName === 'style') {
    const { css, remotePictures } = cleanSheet(element.textContent)
    state.css.push(css)
    state.remotePictures += remotePictures
    return element.remove()
  }
  const style = element.getAttribute('style')
  if (style !== null) {
    const { css, remotePictures } = cleanInline(style, state.probe)
    state.remotePictures += remotePictures
    if (css === '') element.removeAttribute('style')
    else element.setAttribute('style', css)
  }
  if (element.hasAttribute('background')) {
    state.remotePictures += 1
    element.removeAttribute('background')
  }
  if (element.localName === 'img') return cleanPicture(element, state)
  element.removeAttribute('src')
  if (element.localName === 'a') cleanLink(element, state.hosts)
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

const allowedUrls = /^(?:https?:|mailto:|tel:|cid:|\/\/|data:image\/(?:png|jpeg|gif|webp);base64,)/i
