// Everything behind sign-in, and signing in itself: one session around all of it.
import { Outlet } from 'react-router'
import { AuthProvider } from './AuthProvider.tsx'
import { TheirLanguage } from './TheirLanguage.tsx'

export function AuthFrame() {
  return (
    <AuthProvider>
      <TheirLanguage />
      <Outlet />
    </AuthProvider>
  )
}

/** Watches over the session of somebody who reads a public page meanwhile. */
export const PublicWatch = () => <AuthProvider />
