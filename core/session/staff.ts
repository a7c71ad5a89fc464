// The roles of people who run the service, and what each may open.

export const staffRoles = ['admin', 'support', 'billing'] as const
export type StaffRole = (typeof staffRoles)[number]

export const isStaffRole = (role: unknown): role is StaffRole => staffRoles.some(staffRole => staffRole === role)

/** The actor of what is done by `npm run admin`; no user has this id. */
export const commandLine = { id: '00000000-0000-0000-0000-000000000000', name: 'command line' }

/** Named by the log instead of the address of an erased member of staff. */
export const erasedName = 'erased user'

/** The pages of the console, in the order of its menu, with the roles that may open them. */
export const consolePages = [
  { name: 'overview', path: '/admin', roles: ['admin', 'support', 'billing'] },
  { name: 'users', path: '/admin/users', roles: ['admin', 'support', 'billing'] },
  { name: 'templates', path: '/admin/templates', roles: ['admin', 'support'] },
  { name: 'logs', path: '/admin/logs', roles: ['admin', 'support'] },
  { name: 'subscriptions', path: '/admin/subscriptions', roles: ['admin', 'support', 'billing'] },
  { name: 'settings', path: '/admin/settings', roles: ['admin'] },
  { name: 'analytics', path: '/admin/analytics', roles: ['admin', 'support', 'billing'] },
  { name: 'diagnostics', path: '/admin/diagnostics', roles: ['admin', 'support'] },
  { name: 'security', path: '/admin/security', roles: ['admin', 'support'] },
] as const satisfies readonly { name: string; path: string; roles: readonly StaffRole[] }[]

export type ConsolePage = (typeof consolePages)[number]['name']
