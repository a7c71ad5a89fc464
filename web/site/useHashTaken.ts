// The place on the page that its address names, also when the same link to it is taken again.
import { useSyncExternalStore } from 'react'

let taken = 0

function hear(wake: () => void): () => void {
  const take = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link?.hash || link.hash !== location.hash) return
    taken++
    wake()
  }
  addEventListener('hashchange', wake)
  addEventListener('click', take)
  return () => {
    removeEventListener('hashchange', wake)
    removeEventListener('click', take)
  }
}

export function useHashTaken(): { hash: string; key: string } {
  const hash = useSyncExternalStore(
    hear,
    () => location.hash,
    () => '',
  )
  const key = useSyncExternalStore(
    hear,
    () => String(taken),
    () => '0',
  )
  return { hash, key }
}
