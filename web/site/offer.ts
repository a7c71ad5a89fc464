// Says what this server sells: null where nothing is sold. The server writes it into the pages that depend on it.
import { createContext, useContext } from 'react'
import type { ServerOffer } from '../../core/plans/offer.ts'

/** Overrides what the document says, where there is none or a test wants another offer. */
export const OfferContext = createContext<ServerOffer | null | undefined>(undefined)

export function useOffer(): ServerOffer | null {
  const given = useContext(OfferContext)
  return given === undefined ? offerOfDocument() : given
}

let inDocument: ServerOffer | null | undefined

/** Read once: an open page keeps showing what it was rendered with. */
export function offerOfDocument(): ServerOffer | null {
  if (inDocument === undefined) inDocument = parseOffer(document.getElementById('offer')?.textContent)
  return inDocument
}

/** Our own server has written it into this very page. */
const parseOffer = (json: string | undefined): ServerOffer | null => (json ? JSON.parse(json) : null)
