// A menu that opens from a button.
import { cloneElement, lazy, Suspense, useEffect, useState } from 'react'
import type { MenuProps } from './menu-props.ts'
import { onFirstInteraction } from './on-first-interaction.ts'

const load = () => import('./MenuBox.tsx')
const MenuBox = lazy(async () => ({ default: (await load()).MenuBox }))

export function Menu(props: MenuProps) {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => onFirstInteraction(load), [])
  const closed = (isBusy: boolean) =>
    cloneElement(props.trigger, {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onClick: () => setWanted(true),
      ...(isBusy && { 'aria-busy': true }),
    })
  if (!isWanted) return closed(false)
  return (
    <Suspense fallback={closed(true)}>
      <MenuBox {...props} />
    </Suspense>
  )
}
