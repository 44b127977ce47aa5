import Bookmark from "lucide-react/icons/bookmark";
import X from "lucide-react/icons/x";
import { Button } from "~/ui/button";
import { ButtonLink } from "~/ui/button-link";
import { Container } from "~/ui/container";
import { EmptyState } from "~/ui/empty-state";
import type { Post } from "../article";
import { BackToBlog } from "./back-to-blog";
import { PostCard } from "./post-card";

/** What a reader has saved, the newest first. */
export function SavedPosts({ posts }: { posts: Post[] }) {
  return (
    <Container className="py-8 md:py-12">
      <BackToBlog variant="ghost" className="-ml-5" />
      <h1 className="mt-4 mb-8 text-title">Saved Articles</h1>
      {posts.length === 0 ? (
        <EmptyState
          icon={Bookmark}
          title="Nothing saved yet"
          action={<ButtonLink href="/blog">Browse the Blog</ButtonLink>}
        >
          Press Save on any article, and it waits for you here.
        </EmptyState>
      ) : (
        <div className="-mb-6 grid gap-x-6 md:grid-cols-2 lg:grid-cols-3">
          {posts.map((post) => (
            <PostCard key={post.id} post={post} aside={<RemoveForm post={post} />} />
          ))}
        </div>
      )}
    </Container>
  );
}

function RemoveForm({ post }: { post: Post }) {
  return (
    <form method="post" action={`/blog/${post.id}/save`} className="relative z-1 -my-3 -mr-3">
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
