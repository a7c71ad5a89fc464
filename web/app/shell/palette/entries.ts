// What the palette always has: the pages, the deeds and the guides.
import {
  Bell,
  CirclePause,
  CirclePlay,
  CreditCard,
  Keyboard,
  Languages,
  LayoutDashboard,
  LifeBuoy,
  ListFilter,
  LogOut,
  type LucideIcon,
  Mail,
  Monitor,
  Moon,
  Plus,
  Send,
  Settings,
  Smartphone,
  Sun,
  UserRound,
} from 'lucide-react'
import { useTheme } from 'next-themes'
import { useNavigate } from 'react-router'
import { useAuth } from '../../../session.tsx'
import { pages as publicPages } from '../../../site/pages.ts'
import { useWords } from '../../../words.tsx'
import { keysTo, shortcuts } from '../keys/shortcuts.ts'
import { useOver } from '../opened.ts'
import { usePause, useSetPause } from '../pause/pause.ts'

export type Group = 'page' | 'deed' | 'mail' | 'thing' | 'help'

export interface Entry {
  id: string
  group: Group
  word: string
  also?: string
  /** Beside the word: what it is, or who wrote. */
  aside?: string
  icon: LucideIcon
  keys?: readonly string[] | undefined
  run(): void
}

export type Place = Omit<Entry, 'run' | 'keys'> & { to: string }

/** Entries that lead somewhere. */
export function useLeading(): (places: readonly Place[]) => Entry[] {
  const navigate = useNavigate()
  return places => places.map(({ to, ...place }) => ({ ...place, keys: keysTo(to), run: () => void navigate(to) }))
}

export function usePages(): Entry[] {
  const t = useWords('palette')
  const shell = useWords('shell')
  const page = (to: string, word: string, icon: LucideIcon, also = ''): Place => ({ id: to, group: 'page', word, also, icon, to })
  return useLeading()([
    page('/dashboard', shell('nav.dashboard'), LayoutDashboard, t('also.dashboard')),
    page('/forwarded-emails', shell('nav.forwarded'), Send, t('also.forwarded')),
    page('/filters', shell('nav.filters'), ListFilter, t('also.filters')),
    page('/email-accounts', shell('nav.accounts'), Mail, t('also.accounts')),
    page('/whatsapp-connect', shell('nav.whatsapp'), Smartphone, t('also.whatsapp')),
    page('/settings', shell('nav.settings'), Settings, t('also.settings')),
    page('/profile', t('profile'), UserRound, t('also.profile')),
    page('/subscription', t('subscription'), CreditCard, t('also.subscription')),
    page('/filters/templates', t('templates'), ListFilter),
    page('/filters/lists', t('lists'), ListFilter),
    page('/filters/import', t('import'), ListFilter),
    page('/filters/examples', t('examples'), ListFilter),
  ])
}

export function useGuides(): Entry[] {
  const t = useWords('pages')
  const guides = publicPages.filter(({ group }) => group === 'help')
  return useLeading()(guides.map(({ name, path }) => ({ id: path, group: 'help', word: t(`link.${name}`), icon: LifeBuoy, to: path })))
}

export function useDeeds(): Entry[] {
  const t = useWords('palette')
  const { setTheme } = useTheme()
  const { signOut } = useAuth()
  const { open } = useOver()
  const paused = usePause()
  const { mutate: setPause } = useSetPause(() => t('resumed'))
  const lead = useLeading()
  const deed = (id: string, word: string, icon: LucideIcon, run: () => void, also = ''): Entry => ({
    id,
    group: 'deed',
    word,
    also,
    icon,
    run,
  })
  const places: Place[] = [
    { id: 'new-filter', group: 'deed', word: t('newFilter'), also: t('also.newFilter'), icon: Plus, to: '/filters/new' },
    { id: 'add-account', group: 'deed', word: t('addAccount'), also: t('also.addAccount'), icon: Mail, to: '/email-accounts?add=yes' },
    { id: 'link-phone', group: 'deed', word: t('linkPhone'), also: t('also.linkPhone'), icon: Smartphone, to: '/whatsapp-connect' },
    { id: 'language', group: 'deed', word: t('language'), also: t('also.language'), icon: Languages, to: '/settings' },
  ]
  return [
    ...lead(places).map(entry => (entry.id === 'new-filter' ? entry : { ...entry, keys: undefined })),
    ...(paused ? [deed('resume', t('resume'), CirclePlay, () => setPause(null), t('also.pause'))] : []),
    deed('pause', t('pause'), CirclePause, () => open('pause'), t('also.pause')),
    deed('needs', t('needs'), Bell, () => open('notifications')),
    deed('light', t('light'), Sun, () => setTheme('light'), t('also.theme')),
    deed('dark', t('dark'), Moon, () => setTheme('dark'), t('also.theme')),
    deed('system', t('system'), Monitor, () => setTheme('system'), t('also.theme')),
    { ...deed('keys', t('keys'), Keyboard, () => open('sheet'), t('also.keys')), keys: sheetKeys },
    deed('sign-out', t('signOut'), LogOut, () => void signOut(), t('also.signOut')),
  ]
}

const sheetKeys = shortcuts.find(({ deed }) => 'open' in deed && deed.open === 'sheet')?.keys
