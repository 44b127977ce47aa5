import Bookmark from "lucide-react/icons/bookmark";
import X from "lucide-react/icons/x";
import { articlePath, type Post } from "~/features/content/blog/article";
import { Button } from "~/ui/action/button";
import { ButtonLink } from "~/ui/action/button-link";
import { EmptyState } from "~/ui/list/empty-state";
import { Container } from "~/ui/page/container";
import { Notice } from "~/ui/page/notice";
import { BackToBlog } from "./back-to-blog";
import { PostCard } from "./blog-list";

type Props = {
  posts: Post[];
  /** Whether the reader is signed in. */
  isReader: boolean;
  /** Number of articles saved on this device only. */
  onDeviceOnly: number;
};

/** The saved articles, newest first. */
export function SavedPosts({ posts, isReader, onDeviceOnly }: Props) {
  return (
    <Container className="py-8 md:py-12">
      <BackToBlog variant="ghost" className="-ml-5" />
      <h1 className="mt-4 mb-8 text-title">Saved Articles</h1>
      {onDeviceOnly > 0 && <DeviceArticles count={onDeviceOnly} />}
      {!isReader && posts.length > 0 && (
        <Notice
          className="mb-8"
          title="Saved on this device"
          action={
            <ButtonLink href="/login?redirect=%2Fblog%2Fsaved" variant="secondary">
              Log in
            </ButtonLink>
          }
        >
          Log in to keep these articles in your account and read them anywhere.
        </Notice>
      )}
      {posts.length === 0 && onDeviceOnly === 0 && (
        <EmptyState
          icon={Bookmark}
          title="Nothing saved yet"
          action={<ButtonLink href="/blog">Browse the Blog</ButtonLink>}
        >
          Press Save on any article and you’ll find it here.
        </EmptyState>
      )}
      {posts.length > 0 && (
        <div className="-mb-6 grid gap-x-6 md:grid-cols-2 lg:grid-cols-3">
          {posts.map((post) => (
            <PostCard key={post.id} post={post} aside={<RemoveForm post={post} />} />
          ))}
        </div>
      )}
    </Container>
  );
}

/** Offers to move the articles saved on this device to the account. */
function DeviceArticles({ count }: { count: number }) {
  const what = count === 1 ? "an article" : `${count} articles`;
  return (
    <Notice
      className="mb-8"
      title={`You saved ${what} on this device`}
      action={
        <form method="post" action="/blog/saved" className="flex flex-wrap gap-2.5">
          <Button type="submit" name="intent" value="keep">
            Keep in my account
          </Button>
          <Button type="submit" name="intent" value="forget" variant="ghost">
            Remove
          </Button>
        </form>
      }
    >
      Keep {count === 1 ? "it" : "them"} in your account to find {count === 1 ? "it" : "them"} on every
      device.
    </Notice>
  );
}

function RemoveForm({ post }: { post: Post }) {
  return (
    <form method="post" action={`${articlePath(post)}/save`} className="relative z-1 -my-3 -mr-3">
      <input type="hidden" name="place" value="saved" />
      <Button
        type="submit"
        name="keep"
        value="no"
        variant="ghost"
        aria-label={`Remove ${post.title} from your bookmarks`}
        className="min-w-11 px-0"
      >
        <X aria-hidden="true" strokeWidth={1.75} className="size-5" />
      </Button>
    </form>
  );
}
