import { part } from '#shared/react/part.tsx'

/** What stands in each group of the settings; only the one that is shown is fetched. */
export const panes = {
  account: part('src/pages/main-settings/account-pane.tsx', () =>
    import('./account-pane.tsx').then((module) => module.AccountPane),
  ),
  devices: part('src/pages/main-settings/devices-pane.tsx', () =>
    import('./devices-pane.tsx').then((module) => module.DevicesPane),
  ),
  notifications: part('src/pages/main-settings/notifications-pane.tsx', () =>
    import('./notifications-pane.tsx').then((module) => module.NotificationsPane),
  ),
  privacy: part('src/pages/main-settings/privacy-pane.tsx', () =>
    import('./privacy-pane.tsx').then((module) => module.PrivacyPane),
  ),
  look: part('src/pages/main-settings/look-pane.tsx', () => import('./look-pane.tsx').then((module) => module.LookPane)),
  legal: part('src/pages/main-settings/legal-pane.tsx', () => import('./legal-pane.tsx').then((module) => module.LegalPane)),
  latest: part('src/pages/main-settings/latest-pane.tsx', () => import('./latest-pane.tsx').then((module) => module.LatestPane)),
}
