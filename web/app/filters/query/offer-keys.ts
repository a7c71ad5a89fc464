// What a key does while ways to complete a query are offered.
export type OfferDeed = 'open' | 'next' | 'before' | 'close' | 'take' | null

interface Pressed {
  key: string
  ctrlKey: boolean
}

export function offerDeed({ key, ctrlKey }: Pressed, isOpen: boolean, chosen: number): OfferDeed {
  if (key === ' ' && ctrlKey) return 'open'
  if (!isOpen) return null
  if (key === 'ArrowDown') return 'next'
  if (key === 'ArrowUp') return 'before'
  if (key === 'Escape') return 'close'
  return (key === 'Enter' || key === 'Tab') && chosen >= 0 ? 'take' : null
}

export const nextOffer = (chosen: number, by: 1 | -1, count: number): number =>
  chosen < 0 ? (by > 0 ? 0 : count - 1) : (chosen + by + count) % count
