// Props, styles and the button row shared by all dialogs.
import type { ReactNode, RefObject } from 'react'
import { cx } from '../cx.ts'

export const scrim = 'scrim fixed inset-0 z-30 bg-scrim transition-opacity duration-(--move)'
export const popup = cx(
  'float fixed inset-x-4 top-[calc(50%+var(--strip,0px)/2)] z-40 mx-auto grid grid-cols-1 max-h-[calc(100dvh-2rem-var(--strip,0px))] max-w-md -translate-y-1/2 gap-5 overflow-y-auto rounded-hull-xl p-6 transition-opacity duration-(--move) sm:p-8',
)

export interface DialogProps {
  open: boolean
  onClose(): void
  title: string
  /** One sentence below the title. */
  lead?: ReactNode
  wide?: boolean
  /** It may open above another dialog, which then stays. */
  onTop?: boolean
  /** Gets the initial focus, instead of the close button. */
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** The buttons at the bottom: side by side at the end; on a phone stacked and as wide as the dialog. */
export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-3 min-[480px]:flex min-[480px]:flex-wrap min-[480px]:justify-end">{children}</div>
)

export interface ConfirmProps {
  open: boolean
  onClose(): void
  title: string
  children: ReactNode
  /** The label of the action button: "Delete filter". */
  action: string
  /** The label of the other button; "Cancel" when left out. */
  cancelLabel?: string
  onConfirm(): void
  busy?: boolean
  danger?: boolean
}
