// Shows a screen of the console to an administrator, whatever the session says.
import type { ReactNode } from 'react'
import { AuthContext, useAuth } from '../../session/session.tsx'

export function AsAdmin({ children }: { children: ReactNode }) {
  const auth = useAuth()
  return <AuthContext value={{ ...auth, roles: ['admin'], areRolesKnown: true, hasRole: name => name === 'admin' }}>{children}</AuthContext>
}
