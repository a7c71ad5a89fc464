// The search and notification buttons in the side rail, and in the top bar on phones.
import { Bell, Search } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { useWords } from '../../words/words.tsx'
import { formatKey, isMac } from './keys/shortcuts.ts'
import { useUnseenCount } from './notifications/notifications.ts'
import { type ShellDialog, type ShellDialogs, useShellDialogs } from './shell-dialogs.ts'

/** As wide as the rail, and only an icon if the rail is narrow. */
export function SearchButton() {
  const t = useWords('shell')
  return (
    <button
      type="button"
      title={t('find')}
      aria-keyshortcuts="Control+K Meta+K"
      {...dialogTriggerProps('palette', useShellDialogs())}
      className="flex min-h-10 items-center gap-3 rounded-hull-sm px-3 text-start text-[0.9375rem] text-on-deep-2 shadow-[inset_0_0_0_1px_var(--deep-line)] hover:bg-deep-2 hover:text-on-deep max-xl:justify-center max-xl:px-0"
    >
      <Search size={18} aria-hidden />
      <span className="min-w-0 flex-1 truncate max-xl:sr-only">{t('find')}</span>
      <kbd aria-hidden className="flex-none rounded-[3px] px-1.5 font-mono text-xs shadow-[inset_0_0_0_1px_var(--deep-line)] max-xl:hidden">
        {formatKey('Mod+K', isMac)}
      </kbd>
    </button>
  )
}

/** For the top bar of a phone. */
export function SearchIcon() {
  const t = useWords('shell')
  return (
    <button
      type="button"
      aria-label={t('find')}
      title={t('find')}
      {...dialogTriggerProps('palette', useShellDialogs())}
      className={deepButton}
    >
      <Search size={20} aria-hidden />
    </button>
  )
}

/** The bell, with the number of new notifications. */
export function NotificationsBell() {
  const t = useWords('shell')
  const unseenCount = useUnseenCount()
  const label = t('bell', { n: unseenCount })
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...dialogTriggerProps('notifications', useShellDialogs())}
      className={cx(deepButton, 'relative')}
    >
      <Bell size={20} aria-hidden />
      {unseenCount > 0 && (
        <span
          aria-hidden
          className="absolute end-0.5 top-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-[4px_4px_8px_8px] bg-danger-solid px-1 text-xs font-strong text-on-danger tabular-nums"
        >
          {unseenCount > 9 ? '9+' : unseenCount}
        </span>
      )}
    </button>
  )
}

const deepButton = 'inline-grid size-10 flex-none place-items-center rounded-hull-sm text-on-deep-2 hover:bg-deep-2 hover:text-on-deep'

const dialogTriggerProps = (dialog: ShellDialog, { current, open, preload }: ShellDialogs) => ({
  'aria-haspopup': 'dialog' as const,
  'aria-expanded': current === dialog,
  onClick: () => open(dialog),
  onPointerEnter: () => preload(dialog),
  onFocus: () => preload(dialog),
})
