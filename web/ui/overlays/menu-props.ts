// The props of a menu.
import type { LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'

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
