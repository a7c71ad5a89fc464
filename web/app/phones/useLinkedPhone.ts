// Finds the phone that has sent the linking code on screen.
import { useState } from 'react'
import type { Destination, LinkOffer } from '../../../core/api/delivery.ts'

/** The phone linked with this code. A phone that was linked before keeps its old entry, which gets the new name. */
export function useLinkedPhone(offer: LinkOffer | null, phones: readonly Destination[] | undefined): Pick<Destination, 'name'> | null {
  const [listedId, setListedId] = useState<string | null>(null)
  const destination = phones?.find(phone => phone.id === offer?.destination.id)
  if (destination && destination.id !== listedId) setListedId(destination.id)
  if (!offer || !phones) return null
  if (destination) return destination.state === 'linked' ? destination : null
  return listedId === offer.destination.id ? offer.destination : null
}
