// The ways of the app: its router finds them.
import { type ReactNode, useMemo } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { WaysProvider } from './ways.tsx'

export function RoutedWays({ children }: { children: ReactNode }) {
  const { pathname, hash, key } = useLocation()
  const ways = useMemo(() => ({ place: { pathname, hash, key }, Link, Outlet }), [pathname, hash, key])
  return <WaysProvider value={ways}>{children}</WaysProvider>
}
