// A menu that opens from a button.
import { cloneElement, lazy, Suspense, useEffect, useState } from 'react'
import type { MenuProps } from './menu-props.ts'
import { onFirstInteraction } from './on-first-interaction.ts'

const loadBox = () => import('./MenuBox.tsx')
const MenuBox = lazy(async () => ({ default: (await loadBox()).MenuBox }))

export function Menu(props: MenuProps) {
  const [isOpened, setOpened] = useState(false)
  useEffect(() => onFirstInteraction(loadBox), [])
  const closedTrigger = (isBusy: boolean) =>
    cloneElement(props.trigger, {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onClick: () => setOpened(true),
      ...(isBusy && { 'aria-busy': true }),
    })
  if (!isOpened) return closedTrigger(false)
  return (
    <Suspense fallback={closedTrigger(true)}>
      <MenuBox {...props} />
    </Suspense>
  )
}
