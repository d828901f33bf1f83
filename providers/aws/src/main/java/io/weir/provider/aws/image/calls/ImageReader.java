package io.weir.provider.aws.image.calls;

import io.weir.provider.CloudQuery;
import io.weir.provider.ProviderException;
import io.weir.provider.QueryResult;
import io.weir.provider.aws.image.ImageQuery;
import io.weir.provider.aws.image.ImageQuery.ImageResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.model.DescribeImagesRequest;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Image;
import software.amazon.awssdk.services.ssm.model.GetParameterRequest;

/** Answers what must be known of the image that instances boot. */
public record ImageReader(ImageCalls calls) {

  /** Answers all questions, or none. */
  public Map<CloudQuery, QueryResult> read(Collection<ImageQuery> queries)
      throws ProviderException {
    var answers = new HashMap<CloudQuery, QueryResult>();
    var types = new ArrayList<ImageQuery.ArchitectureOf>();
    for (ImageQuery query : queries) {
      switch (query) {
        case ImageQuery.ArchitectureOf type -> types.add(type);
        case ImageQuery.ImageNamed named -> answers.put(named, named(named));
        case ImageQuery.ImageById byId -> answers.put(byId, byId(byId));
        case ImageQuery.ParameterNamed named -> answers.put(named, parameter(named.name()));
      }
    }
    answers.putAll(new InstanceTypeReader(calls).read(types));
    return answers;
  }

  private ImageResult named(ImageQuery.ImageNamed query) throws ProviderException {
    var request =
        DescribeImagesRequest.builder()
            .filters(
                filter("owner-id", query.owner()),
                filter("name", query.namePattern()),
                filter("architecture", query.architecture()),
                filter("state", "available"),
                filter("virtualization-type", "hvm"));
    return newest(calls.describeImages(request.build()).images());
  }

  private ImageResult byId(ImageQuery.ImageById query) throws ProviderException {
    // A filter finds nothing where an id that does not exist would be an error.
    var request = DescribeImagesRequest.builder().filters(filter("image-id", query.id()));
    return newest(calls.describeImages(request.build()).images());
  }

  private ImageQuery.ParameterResult parameter(String name) throws ProviderException {
    try {
      var request = GetParameterRequest.builder().name(name).build();
      return new ImageQuery.ParameterResult(
          Optional.ofNullable(calls.getParameter(request).parameter().value()));
    } catch (ProviderException.NotFound missing) {
      return new ImageQuery.ParameterResult(Optional.empty());
    }
  }

  // Creation dates are ISO 8601 in UTC, so their texts sort as they do.
  private static ImageResult newest(List<Image> images) {
    return new ImageResult(
        images.stream()
            .max(
                Comparator.comparing(
                    (Image image) -> image.creationDate() == null ? "" : image.creationDate()))
            .map(
                image ->
                    new ImageResult.ImageDetails(
                        image.imageId(),
                        image.rootDeviceName() == null ? "" : image.rootDeviceName())));
  }

  private static Filter filter(String name, String value) {
    return Filter.builder().name(name).values(value).build();
  }
}
