// The props of a menu.
import type { LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'

export interface MenuItem {
  label: string
  icon?: LucideIcon
  onSelect(): void
  danger?: boolean
  /** Set for an option that is on or off. */
  checked?: boolean
}

export interface MenuProps {
  /** The button that opens it, such as `<IconButton …/>`. */
  trigger: ReactElement<{ onClick?(): void; 'aria-haspopup'?: 'menu'; 'aria-expanded'?: boolean; 'aria-busy'?: boolean }>
  items: readonly MenuItem[]
  label?: string
  align?: 'start' | 'end'
}
