// A searchable list that opens from a trigger, for use inside a Combobox.Root.
import { Combobox } from '@base-ui/react/combobox'
import type { ReactNode } from 'react'

interface PopupProps<T> {
  /** The accessible name of the popup. */
  label: string
  /** The placeholder of the search field. */
  placeholder: string
  /** Shown when nothing matches. */
  emptyText: string
  children(item: T): ReactNode
}

export function SearchPopup<T>({ label, placeholder, emptyText, children }: PopupProps<T>) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner align="start" sideOffset={6} collisionPadding={12} className="z-40">
        <Combobox.Popup aria-label={label} className="float w-80 max-w-[calc(100vw-1.5rem)] rounded-hull p-1.5">
          <Combobox.Input
            aria-label={placeholder}
            placeholder={placeholder}
            className="min-h-10 w-full rounded-hull-sm border border-edge bg-surface px-3 text-md focus-visible:outline-offset-0"
          />
          <Combobox.Empty>
            <p className="px-3 py-2 text-sm text-ink-2 empty:hidden">{emptyText}</p>
          </Combobox.Empty>
          <Combobox.List className="mt-1 max-h-[min(24rem,calc(var(--available-height)-4rem))] overflow-y-auto overscroll-contain">
            {children}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}

export const SearchItem = ({ value, children }: { value: unknown; children: ReactNode }) => (
  <Combobox.Item
    value={value}
    className="grid min-h-9 content-center rounded-hull-sm px-3 py-1 text-sm outline-none select-none data-highlighted:bg-accent-soft data-selected:font-strong"
  >
    {children}
  </Combobox.Item>
)
