// The account menu: who is signed in, the theme, and signing out.
import { ChevronsUpDown, CreditCard, LogOut, Monitor, Moon, Settings, Sun, UserRound } from 'lucide-react'
import { useTheme } from 'next-themes'
import { useNavigate } from 'react-router'
import { useWords } from '../../words/words.tsx'
import { Menu } from '../overlays/Menu.tsx'
import { Avatar } from './Avatar.tsx'

export interface SignedInPerson {
  name: string
  email: string
  /** A data URL. */
  picture?: string | null
}

export function PersonMenu({ person, onSignOut, small = false }: { person: SignedInPerson; onSignOut(): void; small?: boolean }) {
  const t = useWords('shell')
  const { theme, setTheme } = useTheme()
  const navigate = useNavigate()
  const pick = (value: string, word: string, icon: typeof Sun) => ({ word, icon, checked: theme === value, onPick: () => setTheme(value) })
  return (
    <Menu
      label={t('person.menu')}
      items={[
        { word: t('person.profile'), icon: UserRound, onPick: () => void navigate('/profile') },
        { word: t('person.settings'), icon: Settings, onPick: () => void navigate('/settings') },
        { word: t('person.subscription'), icon: CreditCard, onPick: () => void navigate('/subscription') },
        pick('light', t('theme.light'), Sun),
        pick('dark', t('theme.dark'), Moon),
        pick('system', t('theme.system'), Monitor),
        { word: t('person.signOut'), icon: LogOut, onPick: onSignOut },
      ]}
      trigger={
        <button
          type="button"
          title={t('person.menu')}
          className="flex items-center gap-3 rounded-hull-sm p-2 text-start text-sm/5 hover:bg-deep-2 max-xl:justify-center max-xl:p-0"
        >
          <Avatar name={person.name} picture={person.picture ?? null} />
          {small && <span className="sr-only">{t('person.menu')}</span>}
          {!small && (
            <>
              <span className="min-w-0 flex-1 max-xl:sr-only">
                <b className="block truncate">{person.name}</b>
                {person.email !== person.name && <span className="block truncate text-on-deep-2">{person.email}</span>}
              </span>
              <ChevronsUpDown size={16} aria-hidden className="max-xl:hidden" />
            </>
          )}
        </button>
      }
    />
  )
}
