// The fixed entries of the command palette: pages, actions, guides.
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
import { pages as publicPages } from '../../../navigation/public-pages.ts'
import { useAuth } from '../../../session/session.tsx'
import { useWords } from '../../../words/words.tsx'
import { usePause, useSetPause } from '../../queries/pause.ts'
import { findKeysFor, shortcuts } from '../keys/shortcuts.ts'
import { useShellDialogs } from '../shell-dialogs.ts'

export type PaletteGroup = 'page' | 'action' | 'email' | 'item' | 'help'

export interface PaletteEntry {
  id: string
  group: PaletteGroup
  name: string
  keywords?: string
  /** Shown next to the text: the kind of entry, or the sender. */
  detail?: string
  icon: LucideIcon
  keys?: readonly string[] | undefined
  run(): void
}

export type PaletteLink = Omit<PaletteEntry, 'run' | 'keys'> & { to: string }

/** Turns links into entries that navigate. */
export function useLinkEntries(): (links: readonly PaletteLink[]) => PaletteEntry[] {
  const navigate = useNavigate()
  return links => links.map(({ to, ...link }) => ({ ...link, keys: findKeysFor(to), run: () => void navigate(to) }))
}

export function usePageEntries(): PaletteEntry[] {
  const t = useWords('palette')
  const shell = useWords('shell')
  const page = (to: string, name: string, icon: LucideIcon, keywords = ''): PaletteLink => ({
    id: to,
    group: 'page',
    name,
    keywords,
    icon,
    to,
  })
  return useLinkEntries()([
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

export function useGuideEntries(): PaletteEntry[] {
  const t = useWords('pages')
  const guides = publicPages.filter(({ group }) => group === 'help')
  return useLinkEntries()(guides.map(({ name, path }) => ({ id: path, group: 'help', name: t(`link.${name}`), icon: LifeBuoy, to: path })))
}

export function useActionEntries(): PaletteEntry[] {
  const t = useWords('palette')
  const { setTheme } = useTheme()
  const { signOut } = useAuth()
  const { open } = useShellDialogs()
  const paused = usePause()
  const { mutate: setPause } = useSetPause(() => t('resumed'))
  const toEntries = useLinkEntries()
  const action = (id: string, name: string, icon: LucideIcon, run: () => void, keywords = ''): PaletteEntry => ({
    id,
    group: 'action',
    name,
    keywords,
    icon,
    run,
  })
  const links: PaletteLink[] = [
    { id: 'new-filter', group: 'action', name: t('newFilter'), keywords: t('also.newFilter'), icon: Plus, to: '/filters/new' },
    {
      id: 'add-account',
      group: 'action',
      name: t('addAccount'),
      keywords: t('also.addAccount'),
      icon: Mail,
      to: '/email-accounts?add=yes',
    },
    { id: 'link-phone', group: 'action', name: t('linkPhone'), keywords: t('also.linkPhone'), icon: Smartphone, to: '/whatsapp-connect' },
    { id: 'language', group: 'action', name: t('language'), keywords: t('also.language'), icon: Languages, to: '/settings' },
  ]
  return [
    ...toEntries(links).map(entry => (entry.id === 'new-filter' ? entry : { ...entry, keys: undefined })),
    ...(paused ? [action('resume', t('resume'), CirclePlay, () => setPause(null), t('also.pause'))] : []),
    action('pause', t('pause'), CirclePause, () => open('pause'), t('also.pause')),
    action('needs', t('needs'), Bell, () => open('notifications')),
    action('light', t('light'), Sun, () => setTheme('light'), t('also.theme')),
    action('dark', t('dark'), Moon, () => setTheme('dark'), t('also.theme')),
    action('system', t('system'), Monitor, () => setTheme('system'), t('also.theme')),
    { ...action('keys', t('keys'), Keyboard, () => open('sheet'), t('also.keys')), keys: sheetKeys },
    action('sign-out', t('signOut'), LogOut, () => void signOut(), t('also.signOut')),
  ]
}

const sheetKeys = shortcuts.find(({ action }) => 'open' in action && action.open === 'sheet')?.keys
