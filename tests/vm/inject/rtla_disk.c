// SPDX-License-Identifier: GPL-2.0
/*
 * A disk that is slow, for the tests: /dev/rtla_disk has nothing but zeros, and
 * each request takes delay_us, which can be changed at any time. A timer's
 * interrupt ends it, as that of a device would.
 */
#include <linux/blk-mq.h>
#include <linux/hrtimer.h>
#include <linux/module.h>

#include "compat.h"

#define NAME	"rtla_disk"
#define SECTORS	8192

static unsigned int delay_us = 1000;
module_param(delay_us, uint, 0644);
MODULE_PARM_DESC(delay_us, "How long a request takes");

static struct blk_mq_tag_set tags;
static struct gendisk *disk;

/* The disk has a timer for each request. */
struct disk_request {
	struct hrtimer timer;
};

static enum hrtimer_restart end_request(struct hrtimer *timer)
{
	struct disk_request *of = container_of(timer, struct disk_request,
					       timer);

	blk_mq_end_request(blk_mq_rq_from_pdu(of), BLK_STS_OK);
	return HRTIMER_NORESTART;
}

static void zero(struct request *request)
{
	struct req_iterator at;
	struct bio_vec segment;

	if (req_op(request) != REQ_OP_READ)
		return;
	rq_for_each_segment(segment, request, at)
		memzero_bvec(&segment);
}

static blk_status_t begin_request(struct blk_mq_hw_ctx *queue,
				  const struct blk_mq_queue_data *data)
{
	struct disk_request *of = blk_mq_rq_to_pdu(data->rq);

	blk_mq_start_request(data->rq);
	zero(data->rq);
	hrtimer_setup(&of->timer, end_request, CLOCK_MONOTONIC,
		      HRTIMER_MODE_REL_HARD);
	hrtimer_start(&of->timer, ns_to_ktime(delay_us * NSEC_PER_USEC),
		      HRTIMER_MODE_REL_HARD);
	return BLK_STS_OK;
}

static const struct blk_mq_ops disk_ops = {
	.queue_rq = begin_request,
};

static const struct block_device_operations device_ops = {
	.owner = THIS_MODULE,
};

static struct gendisk *make_disk(void)
{
#ifdef RTLA_DISK_HAS_LIMITS
	return blk_mq_alloc_disk(&tags, NULL, NULL);
#else
	return blk_mq_alloc_disk(&tags, NULL);
#endif
}

static int __init disk_init(void)
{
	int error;

	tags.ops = &disk_ops;
	tags.nr_hw_queues = 1;
	tags.queue_depth = 16;
	tags.numa_node = NUMA_NO_NODE;
	tags.cmd_size = sizeof(struct disk_request);
	error = blk_mq_alloc_tag_set(&tags);
	if (error)
		return error;
	disk = make_disk();
	error = PTR_ERR_OR_ZERO(disk);
	if (error)
		goto free_tags;
	strscpy(disk->disk_name, NAME, sizeof(disk->disk_name));
	disk->fops = &device_ops;
	set_capacity(disk, SECTORS);
	error = add_disk(disk);
	if (!error)
		return 0;
	put_disk(disk);
free_tags:
	blk_mq_free_tag_set(&tags);
	return error;
}

static void __exit disk_exit(void)
{
	del_gendisk(disk);
	put_disk(disk);
	blk_mq_free_tag_set(&tags);
}

module_init(disk_init);
module_exit(disk_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A slow disk, for tests");
