// Reports when the phone that a code was made for has sent it.
import { useState } from 'react'
import type { Destination, LinkOffer } from '../../../core/api/delivery.ts'

/** The phone that a code has linked. A phone linked before keeps its entry, which takes the new name. */
export function useLinked(offer: LinkOffer | null, phones: readonly Destination[] | undefined): Pick<Destination, 'name'> | null {
  const [seenId, setSeenId] = useState<string | null>(null)
  const offered = phones?.find(phone => phone.id === offer?.destination.id)
  if (offered && offered.id !== seenId) setSeenId(offered.id)
  if (!offer || !phones) return null
  if (offered) return offered.state === 'linked' ? offered : null
  return seenId === offer.destination.id ? offer.destination : null
}
