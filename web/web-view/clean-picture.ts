// Shows an email's picture if it is attached, or else its alternative text, and hides tracking pixels.
import { supportedPictureTypes } from '../../core/message/html-page.ts'

export interface PictureState {
  /** The pictures attached to the email, by content id. */
  attached: Map<string, string>
  remotePictures: number
}

const dataUrl = new RegExp(`^data:(?:${supportedPictureTypes.join('|')});base64,[A-Za-z0-9+/=\\s]*$`, 'i')

export function cleanPicture(picture: HTMLElement, state: PictureState): void {
  const src = (picture.getAttribute('src') ?? '').trim()
  picture.removeAttribute('href')
  const attachedSrc = /^cid:/i.test(src) ? findAttached(src.slice(4), state.attached) : dataUrl.test(src) ? src : undefined
  if (attachedSrc !== undefined) return picture.setAttribute('src', attachedSrc)
  // Tracking pixels are one pixel large; nobody misses them.
  if (isTrackingPixel(picture)) return picture.remove()
  if (src !== '') state.remotePictures += 1
  const altText = picture.ownerDocument.createElement('span')
  altText.className = 'ferry-picture'
  altText.textContent = (picture.getAttribute('alt') ?? '').trim()
  if (altText.textContent === '') picture.remove()
  else picture.replaceWith(altText)
}

function findAttached(id: string, attached: Map<string, string>): string | undefined {
  try {
    return attached.get(id) ?? attached.get(decodeURIComponent(id))
  } catch {
    return undefined
  }
}

const isTrackingPixel = (picture: HTMLElement): boolean =>
  [picture.getAttribute('width'), picture.getAttribute('height'), picture.style.width, picture.style.height].some(side =>
    /^[01](?:px)?$/.test((side ?? '').trim()),
  )
