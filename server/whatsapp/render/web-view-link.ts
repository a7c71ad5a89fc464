// Adds a link to the web view when a message shows less than its email.
import type { MailView } from '../../../core/message/view.ts'
import type { Words } from '../../../core/words/words.ts'
import type { Extent, RenderedMail } from './mail.ts'

/** A link of ours to the whole mail. */
export interface LinkToWebView {
  url: string
  /** It opens for its owner alone, signed in. */
  isForOwner: boolean
  /** Asked right before a message with the link leaves. */
  keep(): Promise<void>
}

interface ToLink {
  view: MailView
  extent?: Extent
  webView?: LinkToWebView | undefined
  /** Files of it are linked there alone. */
  hasMore?: boolean | undefined
}

/** `render` puts the mail into at most so many letters. The link comes where something of the mail is not seen, and there is room. */
export function withWebViewLink(
  words: Words,
  { view, extent = null, webView: whole, hasMore = false }: ToLink,
  most: number,
  render: (most: number) => RenderedMail,
): RenderedMail {
  const rendered = render(most)
  if (!whole || !(hasMore || isLess(view, extent, rendered))) return rendered
  const line = words.of('phone')(whole.isForOwner ? 'mail.wholeSignedIn' : 'mail.whole', { url: whole.url })
  const less = render(most - line.length - 2)
  return less.text.length + line.length + 2 > most ? rendered : { ...less, text: `${less.text}\n\n${line}` }
}

const isLess = (view: MailView, extent: Extent, { isCut, isFolded }: RenderedMail): boolean =>
  isCut || isFolded || extent === 'headers' || (view.blocks?.pictures ?? 0) > 0
