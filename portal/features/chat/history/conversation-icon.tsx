import {
  Bug,
  Calendar,
  ChartColumn,
  CircleHelp,
  CodeXml,
  DollarSign,
  FileText,
  Image,
  Languages,
  Lightbulb,
  type LucideIcon,
  Mail,
  MessageSquare,
  Plane,
  Scale,
  Search,
  Settings,
  ShoppingCart,
  Table,
  Truck,
  Users,
} from 'lucide-react'
import type { ConversationIcon as IconName } from '#contracts/conversations.ts'

const icons: Record<IconName, LucideIcon> = {
  chat: MessageSquare,
  question: CircleHelp,
  idea: Lightbulb,
  code: CodeXml,
  bug: Bug,
  document: FileText,
  table: Table,
  chart: ChartColumn,
  mail: Mail,
  calendar: Calendar,
  money: DollarSign,
  cart: ShoppingCart,
  delivery: Truck,
  people: Users,
  search: Search,
  settings: Settings,
  travel: Plane,
  translate: Languages,
  image: Image,
  legal: Scale,
}

export function ConversationIcon({ name }: { name: IconName }) {
  const Icon = icons[name] ?? MessageSquare
  return <Icon aria-hidden className="size-4 shrink-0 text-faint" />
}
