import { avatarOf, avatarUrl } from '#shared/avatar.ts'
import { Avatar } from '#ui/identity/portrait.tsx'
import { faces } from './faces.ts'

export const LenaAvatar = () => <Avatar src={avatarUrl(avatarOf(faces.lena)) ?? ''} alt="" tint={2} />
