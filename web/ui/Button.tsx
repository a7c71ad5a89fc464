// Buttons and links that look like buttons; at most one primary button per view.
import type { ComponentProps } from 'react'
import { useId } from 'react'
import { Link, type LinkProps } from '../navigation/navigation.tsx'
import { cx } from './cx.ts'
import { Spinner } from './feedback/Spinner.tsx'

export type ButtonLook = 'primary' | 'quiet' | 'bare' | 'danger' | 'foam' | 'ghost'

const looks: Record<ButtonLook, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  quiet: 'bg-surface text-ink shadow-[inset_0_0_0_1px_var(--edge)] hover:bg-water',
  bare: 'text-accent-ink hover:bg-accent-soft',
  danger: 'bg-danger-solid text-on-danger hover:brightness-110',
  foam: 'bg-on-deep text-[oklch(0.2_0.04_230)] hover:bg-white',
  ghost: 'text-on-deep shadow-[inset_0_0_0_1px_var(--on-deep-2)] hover:bg-deep-2',
}
const disabledClass = 'bg-sunk text-ink-3 shadow-[inset_0_0_0_1px_var(--line)] cursor-not-allowed'

interface ButtonStyle {
  look?: ButtonLook
  small?: boolean
  /** Full width. */
  block?: boolean
}

/** The class names shared by buttons, internal links and external links. */
export function buttonClass({ look = 'primary', small = false, block = false }: ButtonStyle, className?: string, disabled = false): string {
  return cx(
    // Keeps its width in a row; a label that is too long wraps.
    'relative inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-hull py-1.5 text-center font-strong no-underline',
    'transition-[background-color,transform] duration-(--quick) not-aria-disabled:active:translate-y-px',
    small ? 'min-h-9 px-3 text-sm' : cx('min-h-(--control)', look === 'bare' ? 'px-3' : 'px-5'),
    block && 'w-full',
    disabled ? disabledClass : looks[look],
    className,
  )
}

type ButtonProps = ComponentProps<'button'> &
  ButtonStyle & {
    /** Shows a spinner, keeps its width and ignores clicks. */
    busy?: boolean
    /** Why it is disabled, shown beside it. */
    disabledReason?: string | undefined
  }

export function Button({
  look = 'primary',
  small = false,
  block = false,
  busy = false,
  disabledReason,
  disabled,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const isInert = disabled || busy || Boolean(disabledReason)
  const button = (
    <button
      // oxlint-disable-next-line react/button-has-type -- the type is one of the three valid ones
      type={type}
      aria-disabled={isInert || undefined}
      aria-busy={busy || undefined}
      aria-describedby={disabledReason ? reasonId : undefined}
      className={buttonClass({ look, small, block }, className, Boolean(disabled || disabledReason))}
      onClick={event => (isInert ? event.preventDefault() : onClick?.(event))}
      {...rest}
    >
      <span className={cx('inline-flex items-center gap-2', busy && 'opacity-0')}>{children}</span>
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner size="sm" label="" />
        </span>
      )}
    </button>
  )
  if (!disabledReason) return button
  return (
    <span className="inline-flex flex-wrap items-center gap-3">
      {button}
      <span id={reasonId} className="text-sm text-ink-3">
        {disabledReason}
      </span>
    </span>
  )
}

/** A link to another screen that looks like a button. */
export function LinkButton({
  look = 'primary',
  small = false,
  block = false,
  className,
  ...rest
}: LinkProps & ButtonStyle & { className?: string }) {
  return <Link className={buttonClass({ look, small, block }, className)} {...rest} />
}
