// Adds a link to the web view if a message shows less than its email.
import type { MailView } from '../../../core/message/view.ts'
import type { Words } from '../../../core/words/words.ts'
import type { Extent, RenderedMail } from './mail.ts'

/** A link to the full email. */
export interface LinkToWebView {
  url: string
  /** It opens only for its owner, signed in. */
  isForOwner: boolean
  /** Called right before a message with the link is sent. */
  save(): Promise<void>
}

interface LinkOptions {
  view: MailView
  extent?: Extent
  webView?: LinkToWebView | undefined
  /** Some files are linked only there. */
  hasMore?: boolean | undefined
}

/** `render` fits the email into `maxLength` characters. Adds the link if part of the email is not visible and there is room. */
export function withWebViewLink(
  words: Words,
  { view, extent = null, webView, hasMore = false }: LinkOptions,
  maxLength: number,
  render: (maxLength: number) => RenderedMail,
): RenderedMail {
  const rendered = render(maxLength)
  if (!webView || !(hasMore || showsLess(view, extent, rendered))) return rendered
  const line = words.of('phone')(webView.isForOwner ? 'mail.wholeSignedIn' : 'mail.whole', { url: webView.url })
  const shortened = render(maxLength - line.length - 2)
  return shortened.text.length + line.length + 2 > maxLength ? rendered : { ...shortened, text: `${shortened.text}\n\n${line}` }
}

const showsLess = (view: MailView, extent: Extent, { isCut, isFolded }: RenderedMail): boolean =>
  isCut || isFolded || extent === 'headers' || (view.blocks?.pictures ?? 0) > 0
