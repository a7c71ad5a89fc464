// Shows an email's picture if it is attached, otherwise its alternative text, and hides tracking pixels.
import { picturesKept } from '../../core/message/html-page.ts'

export interface PicturesFound {
  /** The pictures that came with the mail, by their id. */
  own: Map<string, string>
  remotePictures: number
}

const ownPicture = new RegExp(`^data:(?:${picturesKept.join('|')});base64,[A-Za-z0-9+/=\\s]*$`, 'i')

export function cleanPicture(picture: HTMLElement, found: PicturesFound): void {
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
