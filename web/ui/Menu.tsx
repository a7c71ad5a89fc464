// A menu behind a button.
import type { LucideIcon } from 'lucide-react'
import { cloneElement, lazy, type ReactElement, Suspense, useEffect, useState } from 'react'
import { whenTouched } from './later.ts'

export interface MenuItem {
  word: string
  icon?: LucideIcon
  onPick(): void
  danger?: boolean
  /** A choice that is on or off. */
  checked?: boolean
}

export interface MenuProps {
  /** The button that opens it, such as `<IconButton …/>`. */
  trigger: ReactElement<{ onClick?(): void; 'aria-haspopup'?: 'menu'; 'aria-expanded'?: boolean; 'aria-busy'?: boolean }>
  items: readonly MenuItem[]
  label?: string
  align?: 'start' | 'end'
}

const load = () => import('./MenuBox.tsx')
const MenuBox = lazy(async () => ({ default: (await load()).MenuBox }))

export function Menu(props: MenuProps) {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => whenTouched(load), [])
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
