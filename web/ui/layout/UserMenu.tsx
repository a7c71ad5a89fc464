// The account menu: who is signed in, the theme, and signing out.
import { ChevronsUpDown, CreditCard, LayoutDashboard, LogOut, Monitor, Moon, Settings, Sun, UserRound } from 'lucide-react'
import { useTheme } from 'next-themes'
import { useNavigate } from 'react-router'
import { useWords } from '../../words/words.tsx'
import { Menu } from '../overlays/Menu.tsx'
import { Avatar } from './Avatar.tsx'

export interface SignedInUser {
  name: string
  email: string
  /** A data URL. */
  picture?: string | null
  /** They may open the admin console. */
  isStaff?: boolean
}

export function UserMenu({ user, onSignOut, small = false }: { user: SignedInUser; onSignOut(): void; small?: boolean }) {
  const t = useWords('shell')
  const { theme, setTheme } = useTheme()
  const navigate = useNavigate()
  const themeItem = (value: string, label: string, icon: typeof Sun) => ({
    label,
    icon,
    checked: theme === value,
    onSelect: () => setTheme(value),
  })
  return (
    <Menu
      label={t('person.menu')}
      items={[
        { label: t('person.profile'), icon: UserRound, onSelect: () => void navigate('/profile') },
        { label: t('person.settings'), icon: Settings, onSelect: () => void navigate('/settings') },
        { label: t('person.subscription'), icon: CreditCard, onSelect: () => void navigate('/subscription') },
        ...(user.isStaff ? [{ label: t('person.console'), icon: LayoutDashboard, onSelect: () => void navigate('/admin') }] : []),
        themeItem('light', t('theme.light'), Sun),
        themeItem('dark', t('theme.dark'), Moon),
        themeItem('system', t('theme.system'), Monitor),
        { label: t('person.signOut'), icon: LogOut, onSelect: onSignOut },
      ]}
      trigger={
        <button
          type="button"
          title={t('person.menu')}
          className="flex items-center gap-3 rounded-hull-sm p-2 text-start text-sm/5 hover:bg-deep-2 max-xl:justify-center max-xl:p-0"
        >
          <Avatar name={user.name} picture={user.picture ?? null} />
          {small && <span className="sr-only">{t('person.menu')}</span>}
          {!small && (
            <>
              <span className="min-w-0 flex-1 max-xl:sr-only">
                <b className="block truncate">{user.name}</b>
                {user.email !== user.name && <span className="block truncate text-on-deep-2">{user.email}</span>}
              </span>
              <ChevronsUpDown size={16} aria-hidden className="max-xl:hidden" />
            </>
          )}
        </button>
      }
    />
  )
}
